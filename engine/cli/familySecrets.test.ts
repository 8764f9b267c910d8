import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CANARY, showsCanary } from '../testing/hostileWorkflow.ts';
import { type Ended, runInProcess } from './testing.ts';

let folder: string;
let sent: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-secrets-'));
  sent = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push([...request.headers, request.url].join(' '));
    return Response.json({ said: [...request.headers].join(' ') });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

function write(name: string, workflow: object): void {
  writeFileSync(path.join(folder, name), JSON.stringify(workflow));
}

function run(...args: readonly string[]): Promise<Ended> {
  const env = { KEY: CANARY, STAGE: 'production' };
  return runInProcess(['run', ...args, '--journal', 'j', '--workspace', '.'], { folder, env, isErrorTerminal: true });
}

/** The journals of a run and of those that it started, by name. */
function journals(): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.yaml'));
  return new Map(files.map(({ name, parentPath }) => [name, readFileSync(path.join(parentPath, name), 'utf8')]));
}

/** The journal of a run below the outermost one. */
function childJournal(): string {
  return [...journals()].find(([name]) => name.startsWith('run-') && name.endsWith('.jsonl'))?.[1] ?? '';
}

const sending = (value: string, next?: string): object => ({
  id: 'send',
  type: 'basic',
  use: 'core:http',
  with: { url: 'https://api.test/', method: 'POST', headers: { Authorization: `Bearer ${value}` } },
  ...(next === undefined ? {} : { on_success: { next } }),
});
const calling = (file: string, input: object = {}): object => ({
  id: 'call',
  type: 'basic',
  use: 'core:workflow',
  with: { file, input },
});
const SENDING = { tasks: [sending('{{ env.KEY }}')] };
const NOTHING = { tasks: [{ id: 'a', type: 'basic' }] };

test.each<readonly [by: string, files: Readonly<Record<string, object>>]>([
  [
    'a run around another one',
    { 'top.yaml': { tasks: [sending('{{ env.KEY }}', 'call'), calling('child.yaml')] }, 'child.yaml': NOTHING },
  ],
  [
    'a run around one that reads all variables',
    {
      'top.yaml': { tasks: [sending('{{ env.KEY }}', 'call'), calling('child.yaml')] },
      'child.yaml': { tasks: [{ id: 'a', type: 'basic', with: { all: '{{ env }}' } }] },
    },
  ],
  ['a run inside', { 'top.yaml': { tasks: [calling('child.yaml')] }, 'child.yaml': SENDING }],
  [
    'a run inside of one inside',
    { 'top.yaml': { tasks: [calling('mid.yaml')] }, 'mid.yaml': { tasks: [calling('low.yaml')] }, 'low.yaml': SENDING },
  ],
  [
    'a file that a run inside imports',
    {
      'top.yaml': { tasks: [calling('child.yaml')] },
      'child.yaml': { tasks: [{ id: 'send', import: './shared.yaml#send' }] },
      'shared.yaml': SENDING,
    },
  ],
  [
    'a run inside, of what it was given',
    {
      'top.yaml': { tasks: [calling('child.yaml', { token: '{{ env.KEY }}' })] },
      'child.yaml': { tasks: [sending('{{ workflow.input.token }}')] },
    },
  ],
])('a variable that is sent is in no journal of the family: by %s', async (_, files) => {
  for (const [name, workflow] of Object.entries(files)) write(name, workflow);
  const { code, out, error } = await run('top.yaml', '--env', 'KEY');
  expect({ code, error, sent }).toMatchObject({ code: 0, sent: [expect.stringContaining(CANARY)] });
  expect(childJournal()).toContain('run.started');
  for (const text of [out, error, ...journals().values()]) expect(showsCanary(text)).toBe(false);
  await run('--env', 'KEY', '--resume');
  for (const text of journals().values()) expect(showsCanary(text)).toBe(false);
});

test('a run inside records only the variables that its files read', async () => {
  write('top.yaml', { tasks: [calling('child.yaml')] });
  write('child.yaml', { tasks: [{ id: 'a', type: 'basic', with: { stage: '{{ env.STAGE }}' } }] });
  expect(await run('top.yaml', '--env', 'KEY', '--env', 'STAGE')).toMatchObject({ code: 0 });
  expect(childJournal()).toContain('"env":{"STAGE":"production"}');
});

test.each([
  ['a header', ['--mcp', 's=https://mcp.test/', '--header', 's:Authorization=Bearer {{ env.KEY }}']],
  ['the query of the address', ['--mcp', 's=https://mcp.test/?key={{ env.KEY }}']],
  ['the path of the address', ['--mcp', 's=https://mcp.test/{{ env.KEY }}/mcp']],
])('a variable that a server of the command line is sent is in no journal: in %s', async (_, server) => {
  write('top.yaml', {
    tasks: [{ id: 'a', type: 'basic', use: 'mcp:s/echo', with: { text: 'hi' } }],
  });
  const { out, error } = await run('top.yaml', '--env', 'KEY', ...server);
  expect(sent[0]).toContain(CANARY);
  for (const text of [out, error, ...journals().values()]) expect(showsCanary(text)).toBe(false);
});
