import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runInProcess } from '../testing.ts';
import { ProposalStore } from './ProposalStore.ts';

const TEXT = 'tasks:\n  - id: a # mine\n    type: basic\n    on_success: { next: b }\n  - id: b\n    type: basic\n';

let folder: string;
let id: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-proposals-'));
  writeFileSync(path.join(folder, 'w.yaml'), TEXT);
  const changes = [
    { command: 'setField', task: 'a', field: 'timeout', value: '5s' },
    { command: 'addTask', id: 'c', type: 'basic', use: 'core:log' },
    { command: 'connect', source: 'b', target: 'c' },
  ];
  const proposal = { who: 'mcp', why: 'Be quick.', path: 'w.yaml', changes };
  const added = await new ProposalStore(folder).add(proposal, new Map([['w.yaml', TEXT]]));
  id = added.ok ? added.value.id : '';
});

afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: readonly string[]) => runInProcess(['proposals', ...args], { folder });
const text = (): string => readFileSync(path.join(folder, 'w.yaml'), 'utf8');
const change = (from: string, to: string): void => writeFileSync(path.join(folder, 'w.yaml'), text().replace(from, to));

test('lists what waits, and shows what it would change', async () => {
  expect((await run()).out).toContain(`${id}  `);
  const shown = await run('--show', id);
  expect(shown.out).toContain('Be quick.');
  expect(shown.out).toContain('+     timeout: 5s\n');
  expect(text()).toBe(TEXT);
});

test('writes all of it where it is accepted', async () => {
  expect(await run('--accept', id)).toMatchObject({ code: 0, out: 'Wrote w.yaml.\n' });
  expect(text()).toContain('id: a # mine\n');
  expect(text()).toContain('timeout: 5s');
  expect((await run()).out).toBe('');
});

test('writes a part with what it needs, and keeps the rest', async () => {
  expect((await run('--accept', id, '--only', '3')).out).toContain('1 change of');
  expect(text()).toContain('id: c');
  expect(text()).not.toContain('timeout');
  expect(await run('--accept', id)).toMatchObject({ code: 0 });
  expect(text()).toContain('timeout: 5s');
});

test('overwrites nothing that was written meanwhile, and says so', async () => {
  change('    on_success', '    timeout: 9s\n    on_success');
  const accepted = await run('--accept', id);
  expect(accepted.code).toBe(1);
  expect(accepted.error).toContain('Change 1 no longer applies');
  expect(text()).toContain('timeout: 9s');
  expect(text()).toContain('id: c');
});

test('a file that is no proposal is named with why, and hides no other', async () => {
  writeFileSync(path.join(folder, '.signalbox/proposals/odd.json'), '{"format":"other"}');
  const listed = await run();
  expect(listed.out).toContain(`${id}  `);
  expect(listed.error).toBe('odd is no proposal that can be read: Its format is not “signalbox-proposal/1”.\n');
});

test('removes what is rejected', async () => {
  await run('--reject', id);
  expect((await run()).out).toBe('');
  expect(text()).toBe(TEXT);
});

test.each([
  [['--show', '../../etc/passwd']],
  [['--accept', 'nobody']],
  [['--accept', 'a', '--reject', 'b']],
  [['--only', '1']],
  [['--accept', 'x', '--only', '0']],
  [['nowhere']],
])('refuses %j', async (args) => {
  expect((await run(...args)).code).toBe(2);
});
