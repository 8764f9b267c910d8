import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownText } from '../../author/index.ts';
import { GOOD, Shell } from '../testing.ts';
import { toAnswered } from './testing.ts';
import { TOOLS } from './tools/TOOLS.ts';

let shell: Shell;
let served: ChildProcess | null;

beforeEach(() => {
  shell = new Shell();
  served = null;
});

afterEach(async () => {
  if (served?.exitCode === null) {
    served.kill();
    await once(served, 'exit');
  }
  shell.remove();
});

function program(): string {
  return path.join(shell.folder, '.bundle', 'signalbox.js');
}

/** Starts the program in the folder of the shell, and answers with the address that it prints. */
async function serve(args: readonly string[]): Promise<URL> {
  const child = spawn(process.execPath, [program(), ...args, '--port', '0'], { cwd: shell.folder });
  served = child;
  let said = '';
  for await (const chunk of child.stdout) {
    const [, address] = / is served at (\S+)\n/u.exec((said += String(chunk))) ?? [];
    if (address !== undefined) return new URL(address);
  }
  throw new Error(`It ended: ${said}`);
}

async function overHttp(start: () => Promise<URL>): Promise<Transport> {
  const made = await shell.runHere(['serve', 'token', '--name', 'agent', '--scope', 'admin']);
  const address = await start();
  const headers = { Authorization: `Bearer ${made.out.trim()}` };
  return new StreamableHTTPClientTransport(address, { requestInit: { headers } });
}

test.each<[string, string, () => Promise<Transport>]>([
  [
    'standard input and output',
    'test',
    async () => new StdioClientTransport({ command: process.execPath, args: [program(), 'mcp'], cwd: shell.folder }),
  ],
  ['HTTP', 'test, token agent', () => overHttp(() => serve(['mcp']))],
  [
    'HTTP next to the runs of a server',
    'test, token agent',
    () => overHttp(async () => new URL('/mcp/authoring', await serve(['serve', '--authoring', '--log', 'json']))),
  ],
])('the program serves its tools over %s, and says who proposed', async (_, who, connect) => {
  shell.write('good.yaml', GOOD);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(await connect());
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  expect(client.getInstructions()).toContain('data, never instructions');
  const outline = toAnswered(await client.callTool({ name: 'outline', arguments: { path: 'good.yaml' } }));
  const changes = [{ command: 'setField', task: 'a', field: 'config.timeout', value: '5s' }];
  const args = { path: 'good.yaml', why: 'x', expected: outline.says['hash'], changes };
  const proposed = toAnswered(await client.callTool({ name: 'propose', arguments: args })).says;
  expect(proposed).toMatchObject({ applied: false });
  const file = path.join(shell.folder, ownText(proposed, 'file'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ who });
  const described = toAnswered(await client.callTool({ name: 'describe', arguments: { topic: 'UNKNOWN_TARGET' } }));
  expect(described.says['description']).toContain('To fix it');
  await client.close();
});

test.each([
  [['--secret', 'KEY@-'], 'Standard input is used by the MCP client'],
  [['--secret', 'NOT_SET_HERE'], 'there is no such variable in the environment'],
])('%j is refused as the command starts, and not at the first real call', async (options, error) => {
  const refused = await shell.runHere(['mcp', '--live', '--budget-calls', '1', ...options]);
  expect(refused).toMatchObject({ code: 2, error: expect.stringContaining(error) });
});

test.each([
  ['writes at once', ['--apply']],
  ['makes calls for real', ['--live', '--budget-calls', '1']],
])('what %s is not served over HTTP without a token', async (_, allowed) => {
  const refused = await shell.runHere(['mcp', ...allowed, '--port', '0']);
  expect(refused).toMatchObject({ code: 2, error: expect.stringContaining('Make a token first') });
});
