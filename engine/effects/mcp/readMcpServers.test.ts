import { expect, test } from 'vitest';
import { fillMcpServers } from './fillMcpServers.ts';
import { explainMcpServer, readMcpServers, setMcpServer } from './readMcpServers.ts';

const LOOP = {
  name: 'loop',
  url: 'http://127.0.0.1:1/mcp',
  headers: [['Authorization', 'Bearer {{ env.KEY }}']],
} as const;

test('what is kept is read; what is no server is left out', () => {
  const kept = JSON.parse(JSON.stringify([LOOP, { name: 'x' }, 3, { name: 'y', url: 'z', headers: [[1, 2], 'a'] }]));
  expect(readMcpServers(kept)).toEqual([LOOP, { name: 'y', url: 'z', headers: [] }]);
  expect(readMcpServers(undefined)).toEqual([]);
});

test('a server that cannot be is explained', () => {
  expect(explainMcpServer(LOOP, [])).toBe(null);
  expect(explainMcpServer({ ...LOOP, url: 'https://{{ env.HOST }}/mcp' }, [])).toBe(null);
  expect(explainMcpServer(LOOP, ['loop'])).toContain('already');
  expect(explainMcpServer({ ...LOOP, name: 'a/b' }, [])).toContain('letters');
  expect(explainMcpServer({ ...LOOP, url: 'ftp://x' }, [])).toContain('not the address');
  expect(explainMcpServer({ ...LOOP, headers: [['a b', '']] }, [])).toContain('not the name of a header');
});

test('a server takes the place of the one of its name', () => {
  const other = { ...LOOP, name: 'other' };
  const moved = { ...LOOP, url: 'http://b/' };
  expect(setMcpServer(setMcpServer([LOOP], other), moved)).toEqual([moved, other]);
});

test('variables in address and headers are put in place; unknown ones stay', () => {
  const server = { ...LOOP, url: 'https://{{env.HOST}}/{{ env.NONE }}' };
  const values: Readonly<Record<string, string>> = { KEY: '⟦secret:KEY.s⟧', HOST: 'a.test' };
  expect(fillMcpServers([server], (name) => values[name])).toEqual([
    { name: 'loop', url: 'https://a.test/{{ env.NONE }}', headers: [['Authorization', 'Bearer ⟦secret:KEY.s⟧']] },
  ]);
});
