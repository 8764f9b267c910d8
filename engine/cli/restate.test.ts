import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRestateServer, type RestateServer, startRestate } from '../testing/restate/startRestate.ts';
import { Shell } from './testing.ts';

const binary = findRestateServer();
const reason = binary === null ? ' (skipped: no server; npm ci --prefix tools/restate installs it)' : '';

describe.skipIf(binary === null)(`signalbox serve --restate and signalbox worker${reason}`, () => {
  const programs: ChildProcess[] = [];
  let shell: Shell;
  let server: RestateServer;
  beforeAll(async () => {
    shell = new Shell();
    server = await startRestate(binary ?? '');
  }, 60_000);
  afterAll(async () => {
    for (const program of programs) program.kill('SIGKILL');
    await server.stop();
    shell.remove();
  });

  /** Starts a command, and answers with what it prints first. */
  const begin = async (args: readonly string[]): Promise<string> => {
    const bundle = path.join(shell.folder, '.bundle/signalbox.js');
    const program = spawn(process.execPath, [bundle, ...args], { cwd: shell.folder });
    programs.push(program);
    const [printed] = await once(program.stdout, 'data');
    return String(printed);
  };

  test('a run that is started over HTTP is executed by a worker', async () => {
    shell.write('flows/hash.yaml', 'tasks: [{ id: hash, type: basic, use: core:hash, with: { text: x } }]\n');
    await begin(['worker', 'flows', '--port', '0', '--restate-admin', server.admin]);
    const cluster = ['--restate', server.ingress, '--restate-admin', server.admin];
    const printed = await begin(['serve', 'flows', '--port', '0', ...cluster]);
    const address = /http:\S+/.exec(printed)?.[0].replace(/\/$/, '');
    const workflows = await fetch(`${address}/api/workflows`);
    expect(await workflows.json()).toMatchObject({ workflows: [{ name: 'hash' }] });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'one' };
    const body = JSON.stringify({ input: {} });
    const start = (): Promise<Response> =>
      fetch(`${address}/api/workflows/hash/runs?wait=30s`, { method: 'POST', headers, body });
    // The worker tells the cluster of itself once it listens.
    await expect.poll(async () => (await start()).status, { timeout: 20_000 }).toBe(200);
    expect(await (await start()).json()).toMatchObject({ status: 'success', workflow: 'hash' });
  });

  test('a worker whose cluster cannot be reached says so', async () => {
    const args = ['worker', 'flows', '--port', '0', '--restate-admin', 'http://127.0.0.1:9'];
    const { code, error } = await shell.run(args);
    expect(code).toBe(2);
    expect(error).toContain('Restate does not answer at http://127.0.0.1:9');
  });
});
