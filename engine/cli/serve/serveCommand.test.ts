import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { numRuns } from '../../testing/numRuns.ts';
import { REACH_LOOPBACK } from '../../testing/serving/reachLoopback.ts';
import { Shell } from '../testing.ts';
import { ServedProcess } from './testing.ts';

let shell: Shell;
let server: Server;
let calls: { readonly path: string; readonly key: string | undefined }[] = [];
let held: ServerResponse[] = [];

/** A server that counts calls, and keeps those of `/held` waiting. */
beforeAll(async () => {
  shell = new Shell();
  server = createServer((request, response) => {
    const key = request.headers['x-api-key'];
    calls.push({ path: request.url ?? '', key: typeof key === 'string' ? key : undefined });
    response.setHeader('content-type', 'application/json');
    if (request.url === '/held') held.push(response);
    else response.end(JSON.stringify({ key: key ?? null }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
}, 60_000);
beforeEach(() => {
  calls = [];
  held = [];
});
afterAll(() => {
  shell.remove();
  server.closeAllConnections();
  server.close();
});

/** How long a test waits for a process to begin its work. */
const SOON = { timeout: 30_000 };

function origin(): string {
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function write(folder: string, places: readonly string[], headers: object = {}): void {
  const tasks = places.map((place, index) => {
    const next = index + 1 < places.length ? { on_success: { next: `t${index + 1}` } } : {};
    const given = { url: `${origin()}/${place}`, method: 'POST', headers };
    return { id: `t${index}`, type: 'basic', use: 'core:http', with: given, ...next };
  });
  const outputs = { body: `{{ tasks.t${places.length - 1}.output.body }}`, region: '{{ env.REGION }}' };
  shell.write(`${folder}/signalbox.serve.yaml`, REACH_LOOPBACK);
  shell.write(`${folder}/calls.yaml`, JSON.stringify({ tasks, outputs }));
}

const until = (served: ServedProcess, id: string, status: string) =>
  expect.poll(() => served.get(id), SOON).toMatchObject({ status });

/** Both are heard at one place of the program. */
const SIGNALS = numRuns(1) > 1 ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const);

test.each(SIGNALS)(
  'SIGHUP ends nothing, and %s drains: what is under way is recorded, nothing begins, the next start goes on',
  async (signal) => {
    write(signal, ['held', 'second']);
    const served = await ServedProcess.start(shell, [signal]);
    const run = await served.run('calls', {}, 'one');
    await expect.poll(() => held.length, SOON).toBe(1);
    const read = served.untilSaid('config.changed');
    process.kill(served.pid, 'SIGHUP');
    await read;
    const stopped = served.stop(signal);
    await served.untilSaid('no more runs start.');
    await expect(served.run('calls', {}, 'two')).rejects.toThrow('about to end');
    held[0]?.end('{}');
    expect(await stopped).toMatchObject({ code: 0, error: expect.stringContaining('no more runs start.') });
    expect(calls.map((call) => call.path)).toEqual(['/held']);
    const again = await ServedProcess.start(shell, [signal]);
    await until(again, run?.id ?? '', 'success');
    expect(calls.map((call) => call.path)).toEqual(['/held', '/second']);
    await again.stop('SIGTERM');
  },
  60_000,
);

test('a second server, and the command line, are refused a state folder that has one', async () => {
  write('owned', ['held']);
  const served = await ServedProcess.start(shell, ['owned']);
  const run = await served.run('calls', {}, 'one');
  await expect.poll(() => held.length, SOON).toBe(1);
  expect(await shell.runHere(['serve', 'owned', '--port', '0'])).toMatchObject({
    code: 3,
    error: expect.stringMatching(/^Process \d+ on \S+ serves the runs in .*--state\.\n$/),
  });
  const journal = `owned/.signalbox/runs/${run?.id}.jsonl`;
  const resumed = await shell.runHere(['run', '--journal', journal, '--resume', '--workspace', 'owned']);
  expect(resumed).toMatchObject({ code: 3, error: expect.stringContaining('one of a server (signalbox serve)') });
  await served.stop('SIGKILL');
  expect(calls).toHaveLength(1);
  // Without the server, the command line goes on with its run.
  const ended = shell.runHere(['run', '--journal', journal, '--resume', '--repeat', 'yes', '--workspace', 'owned']);
  await expect.poll(() => held.length, SOON).toBe(2);
  held[1]?.end('{}');
  expect(await ended).toMatchObject({ code: 0 });
  const again = await ServedProcess.start(shell, ['owned']);
  await until(again, run?.id ?? '', 'success');
  await again.stop('SIGTERM');
}, 60_000);

test.each([
  ['whose port is taken', {}, /^Port \d+ is taken/],
  [
    'whose collector has no address',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'here' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT is not an address/,
  ],
])(
  'a server %s takes up no run',
  async (name, env, message) => {
    const folder = name.replaceAll(' ', '-');
    write(folder, ['held', 'second']);
    const served = await ServedProcess.start(shell, [folder, '--repeat', 'yes']);
    const run = await served.run('calls', {}, 'one');
    await expect.poll(() => held.length, SOON).toBe(1);
    await served.stop('SIGKILL');
    const file = path.join(shell.folder, `${folder}/.signalbox/runs/${run?.id}.jsonl`);
    const journal = readFileSync(file, 'utf8');
    const refused = await shell.runHere(['serve', folder, '--repeat', 'yes', '--port', new URL(origin()).port], {
      env,
    });
    expect(refused).toMatchObject({ code: 2, error: expect.stringMatching(message) });
    expect(readFileSync(file, 'utf8')).toBe(journal);
    expect(calls).toHaveLength(1);
  },
  60_000,
);

test('runs get what the configuration lists, and secrets go where it says and show nowhere', async () => {
  const secret = 'sk-live-4711-tulip';
  const env = { REGION: 'north', API_KEY: secret, OTHER: 'not listed' };
  write('configured', ['key'], { 'X-Api-Key': '{{ env.API_KEY }}' });
  shell.write(
    'configured/signalbox.serve.yaml',
    `${REACH_LOOPBACK}env: [REGION]\nsecrets:\n  API_KEY: { allow: ["${origin()}"] }\n`,
  );
  const served = await ServedProcess.start(shell, ['configured'], { env });
  const run = await served.run('calls', {}, 'one');
  await until(served, run?.id ?? '', 'success');
  expect(calls).toEqual([{ path: '/key', key: secret }]);
  expect(await served.get(run?.id ?? '')).toMatchObject({ output: { region: 'north' } });
  const shown = JSON.stringify(await served.get(run?.id ?? ''));
  const events = await (await fetch(`${served.address}/api/runs/${run?.id}/events`)).text();
  const journal = readFileSync(path.join(shell.folder, `configured/.signalbox/runs/${run?.id}.jsonl`), 'utf8');
  for (const text of [shown, events, journal]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain('not listed');
  }
  await served.stop('SIGTERM');
  shell.write(
    'configured/signalbox.serve.yaml',
    `${REACH_LOOPBACK}env: [REGION]\nsecrets:\n  API_KEY: { allow: ["https://elsewhere.example"] }\n`,
  );
  const other = await ServedProcess.start(shell, ['configured'], { env });
  const refused = await other.run('calls', {}, 'two');
  await until(other, refused?.id ?? '', 'error');
  expect(calls).toHaveLength(1);
  await other.stop('SIGTERM');
}, 60_000);

test.each([
  [['missing'], /^There is no folder \S+missing\. Make it/],
  [['wrong'], /^signalbox\.serve\.yaml:2:1 envs .*\n$/],
  [
    ['unset'],
    /^signalbox\.serve\.yaml: env lists UNSET_NAME, .* Set it, or take it off the list\.\nsignalbox\.serve\.yaml: secrets lists UNSET_KEY, .* Set it, or give the secret a file or a command\.\n$/,
  ],
  [['unset', '--env', 'UNSET_NAME=1'], /^signalbox\.serve\.yaml: secrets lists UNSET_KEY, [^\n]*\n$/],
  [['exposed', '--env-file', 'exposed/prod.env'], /^exposed\/prod\.env is where runs can read files\./],
  [['exposed', '--secret', 'KEY@exposed/key'], /^exposed\/key is where runs can read files\./],
  [['exposed', '--tls-cert', 'cert.pem', '--tls-key', 'exposed/key.pem'], /^exposed\/key\.pem is where runs can read/],
  [['wrong', '--active', '0'], /^--active takes a whole number from 1 to 10000, not "0"\./],
  [['wrong', 'unset'], /^Name one folder at a time\./],
])('serve %j ends with exit code 2 and says why', async (args, message) => {
  shell.write('wrong/signalbox.serve.yaml', 'env: []\nenvs: []\n');
  shell.write('exposed/prod.env', 'KEY=1\n');
  shell.write('unset/signalbox.serve.yaml', 'env: [UNSET_NAME]\nsecrets: { UNSET_KEY: {} }\n');
  expect(await shell.runHere(['serve', ...args])).toMatchObject({ code: 2, error: expect.stringMatching(message) });
});
