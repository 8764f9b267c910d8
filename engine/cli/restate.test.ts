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

  /** Starts a command, and answers with what it prints until that has some text. */
  const begin = async (args: readonly string[], text = 'http'): Promise<string> => {
    const bundle = path.join(shell.folder, '.bundle/signalbox.js');
    const program = spawn(process.execPath, [bundle, ...args], { cwd: shell.folder });
    programs.push(program);
    let printed = '';
    while (!printed.includes(text)) printed += String((await once(program.stdout, 'data'))[0]);
    return printed;
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

  test('what `reach` refuses is counted by the worker whose call it was, and by no server', async () => {
    const tool = '{ id: api, use: core:http, schema: { input: {}, output: {} } }';
    const call =
      '{ id: call, type: basic, use: "tool:api", with: { url: "http://169.254.169.254/latest/", method: GET } }';
    shell.write('calls/out.yaml', `tools: [${tool}]\ntasks: [${call}]\n`);
    const cluster = ['--restate', server.ingress, '--restate-admin', server.admin];
    const worker = await begin(['worker', 'calls', '--port', '0', '--metrics', '0', ...cluster], 'metrics');
    const metrics = /metrics are at (\S+)/.exec(worker)?.[1] ?? '';
    const address = /http:\S+/.exec(await begin(['serve', 'calls', '--port', '0', ...cluster]))?.[0];
    const headers = { 'content-type': 'application/json' };
    const start = (): Promise<Response> =>
      fetch(`${address}/api/workflows/out/runs?wait=30s`, { method: 'POST', headers, body: '{}' });
    const counted = async (): Promise<string> => (await fetch(metrics)).text();
    expect(await counted()).not.toContain('reach');
    const refused = { status: 'error', error: { code: 'AUTHORIZATION_ERROR' } };
    // The worker of another test executes runs until the cluster is told of this one.
    const look = async (): Promise<string> => {
      expect(await (await start()).json()).toMatchObject(refused);
      return counted();
    };
    await expect
      .poll(look, { timeout: 20_000 })
      .toContain('signalbox_refusals_total{rule="reach",name="metadata",code="AUTHORIZATION_ERROR"} 1');
    expect(await (await fetch(`${address}/metrics`)).text()).not.toContain('rule="reach"');
  });

  test('a worker whose cluster cannot be reached says so', async () => {
    const args = ['worker', 'flows', '--port', '0', '--restate-admin', 'http://127.0.0.1:9'];
    const { code, error } = await shell.run(args);
    expect(code).toBe(2);
    expect(error).toContain('Restate does not answer at http://127.0.0.1:9');
  });
});
