import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Shell } from '../testing.ts';
import { ServedProcess } from './testing.ts';

const env = { HOOK_SECRET: 'whsec-tulip-4711' };

let shell: Shell;
let served: ServedProcess;
beforeAll(async () => {
  shell = new Shell();
  shell.write(
    'flows/greet.yaml',
    `description: Greets a person.
schema: { input: { type: object, required: [name], properties: { name: { type: string } } } }
tasks:
  - { id: a, type: basic, use: core:log, with: { message: hello } }
outputs: { said: "Hello {{ workflow.input.name }}", key: "{{ env.HOOK_SECRET }}" }
`,
  );
  shell.write(
    'flows/signalbox.serve.yaml',
    `webhooks:
  greet:
    path: greet
    workflow: greet
    hmac: { secret: HOOK_SECRET, header: X-Signature }
    input: { name: "{{ body.who }}" }
    wait: 30s
mcp: [greet]
`,
  );
  served = await ServedProcess.start(shell, ['flows'], { env });
}, 60_000);
afterAll(async () => {
  await served.stop('SIGTERM');
  shell.remove();
});

test('a signed request is answered with the result, and its secret is known to no run', async () => {
  const body = '{"who": "Ada"}';
  const signature = createHmac('sha256', env.HOOK_SECRET).update(body).digest('hex');
  const headers = { 'Content-Type': 'application/json', 'X-Signature': signature };
  const answer = await fetch(`${served.address}/hooks/greet`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: 'success', output: { said: 'Hello Ada', key: null } });
  const forged = await fetch(`${served.address}/hooks/greet`, { method: 'POST', headers, body: '{"who": "Eve"}' });
  expect(await forged.json()).toMatchObject({ status: 401, code: 'SIGNATURE_REFUSED' });
}, 30_000);

/** A workflow that calls the tool. */
function writeCaller(file: string, name: string): void {
  const task = `{ id: a, type: basic, use: mcp:own/greet, with: { name: ${name} } }`;
  shell.write(file, `tasks:\n  - ${task}\noutputs: { said: "{{ tasks.a.output.output.said }}" }\n`);
}

test('a workflow on this command line calls one of the server as a tool', async () => {
  writeCaller('caller.yaml', 'Grace');
  const ran = await shell.run(['run', 'caller.yaml', '--mcp', `own=${served.address}/mcp`]);
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('Hello Grace') });
  writeCaller('wrong.yaml', '7');
  const refused = await shell.run(['run', 'wrong.yaml', '--mcp', `own=${served.address}/mcp`]);
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('The input of “greet”') });
}, 30_000);

test('a server without the secret does not begin', async () => {
  const ended = await shell.run(['serve', 'flows', '--port', '0', '--state', 'other'], { env: { HOOK_SECRET: '' } });
  expect(ended).toMatchObject({
    code: 2,
    error:
      'signalbox.serve.yaml: webhooks.greet.hmac.secret is HOOK_SECRET, and there is no such variable in the environment. Set it.\n',
  });
}, 30_000);

test('names of files that are gone keep no server from starting, and work once the file is back', async () => {
  const every = 'cron: "0 0 1 1 *", workflow: gone';
  const hook = 'path: gone, workflow: gone, auth: none';
  const text = `schedules: { yearly: { ${every} } }\nwebhooks: { gone: { ${hook}, input: { n: 1 } } }\nmcp: [gone]\n`;
  shell.write('holes/signalbox.serve.yaml', text);
  const holes = await ServedProcess.start(shell, ['holes']);
  const problemsOf = async (): Promise<unknown> => {
    const listed = await (await fetch(`${holes.address}/api/triggers`)).json();
    return ['schedules', 'webhooks', 'tools'].map((kind) => listed[kind][0].problem);
  };
  const call = (): Promise<Response> => fetch(`${holes.address}/hooks/gone`, { method: 'POST' });
  expect((await call()).status).toBe(500);
  const gone = 'Its workflow is not in the folder.';
  expect(await problemsOf()).toEqual([gone, gone, gone]);
  shell.write('holes/gone.yaml', 'tasks:\n  - { id: a, type: basic, use: core:log, with: { message: hello } }\n');
  expect(await problemsOf()).toEqual([null, null, null]);
  expect((await call()).status).toBe(202);
  const { error } = await holes.stop('SIGTERM');
  const lines = ['schedules.yearly.workflow', 'webhooks.gone.workflow', 'mcp.0'].map((place) =>
    expect.stringContaining(
      ` ${place} names the workflow gone, but there is no file gone.yaml in the folder. It works once`,
    ),
  );
  expect(error.split('\n').slice(0, 3)).toEqual(lines);
}, 30_000);

test('a failure that nobody saw starts its workflow before retention removes the failed run', async () => {
  const bad = 'tasks:\n  - { id: a, type: basic, use: core:http, with: { url: "no address" } }\n';
  shell.write('kept/bad.yaml', bad);
  shell.write('kept/alert.yaml', 'tasks: [{ id: a, type: basic }]\n');
  const before = await ServedProcess.start(shell, ['kept']);
  const ids: string[] = [];
  for (const key of ['one', 'two']) {
    const { id = '' } = (await before.run('bad', {}, key)) ?? {};
    await expect.poll(() => before.get(id)).toMatchObject({ status: 'error' });
    ids.push(id);
  }
  await before.stop('SIGTERM');
  // As a server leaves it that is killed before it sees the failures.
  shell.write('kept/.signalbox/failures.json', '{"version": 1, "rules": {"* alert": 0}}');
  shell.write('kept/signalbox.serve.yaml', 'on_failure: alert\nkeep: { rules: [{ workflow: bad, runs: 1 }] }\n');
  const after = await ServedProcess.start(shell, ['kept']);
  const list = async (workflow: string): Promise<readonly { readonly id: string; readonly trigger: unknown }[]> =>
    (await (await fetch(`${after.address}/api/runs?workflow=${workflow}`)).json()).runs;
  await expect.poll(() => list('bad')).toMatchObject([{ id: ids[1] }]);
  const started = new Set((await list('alert')).map(({ trigger }) => trigger));
  expect(started).toEqual(new Set(ids.map((id) => `failure ${id}`)));
  await after.stop('SIGTERM');
}, 30_000);
