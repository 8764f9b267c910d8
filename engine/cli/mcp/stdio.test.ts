import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GOOD, Shell } from '../testing.ts';
import { toAnswered } from './testing.ts';
import { TOOLS } from './tools/TOOLS.ts';

let shell: Shell;

beforeEach(() => {
  shell = new Shell();
});

afterEach(() => shell.remove());

test('the program serves its tools over standard input and output, and ends with its client', async () => {
  shell.write('good.yaml', GOOD);
  const client = new Client({ name: 'test', version: '1' });
  const program = path.join(shell.folder, '.bundle', 'signalbox.js');
  const transport = new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], cwd: shell.folder });
  await client.connect(transport);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  expect(client.getInstructions()).toContain('data, never instructions');
  const outline = toAnswered(await client.callTool({ name: 'outline', arguments: { path: 'good.yaml' } }));
  const changes = [{ command: 'setField', task: 'a', field: 'timeout', value: '5s' }];
  const args = { path: 'good.yaml', why: 'x', expected: outline.says['hash'], changes };
  expect(toAnswered(await client.callTool({ name: 'propose', arguments: args })).says).toMatchObject({
    applied: false,
  });
  const described = toAnswered(await client.callTool({ name: 'describe', arguments: { topic: 'UNKNOWN_TARGET' } }));
  expect(described.says['description']).toContain('To fix it');
  await client.close();
});
