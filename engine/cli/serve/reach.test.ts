import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveMcp } from '../../testing/serving/serveMcp.ts';
import { servingTests } from '../../testing/serving/servingTests.ts';
import { Shell } from '../testing.ts';
import { ServedProcess } from './testing.ts';

let shell: Shell;
beforeAll(() => {
  shell = new Shell();
}, 60_000);
afterAll(() => shell.remove());

const serve = servingTests();
const SOON = { timeout: 30_000 };
const REFUSED = { code: 'AUTHORIZATION_ERROR', details: { type: 'reach' } };

/** The error of a run once it has ended; null where it succeeded. */
async function errorOf(served: ServedProcess, workflow: string, input: object): Promise<unknown> {
  const run = await served.run(workflow, input, `${workflow}-${JSON.stringify(input).length}-${Math.random()}`);
  await expect.poll(async () => (await served.get(run?.id ?? ''))?.status, SOON).toMatch(/success|error/);
  const shown = await (await fetch(`${served.address}/api/runs/${run?.id}`)).json();
  return shown.error;
}

/** A workflow of one task, whose settings take `url` from the input. */
function writeTask(name: string, task: object, more: object = {}): void {
  shell.write(`flows/${name}.yaml`, JSON.stringify({ tasks: [{ id: 'only', type: 'basic', ...task }], ...more }));
}

test('a workflow steers neither its own server nor what is beside it; what the operator names stays', async () => {
  let asked = 0;
  const count: RequestListener = (_, response) => {
    asked += 1;
    response.end('{}');
  };
  const [beside, allowed] = [await serve(count), await serve(count)];
  const mcp = await serveMcp();
  const url = '{{ workflow.input.url }}';
  writeTask('get', { use: 'core:http', with: { url } });
  writeTask('post', { use: 'core:http', with: { url, method: 'POST', json: { input: {} } } });
  writeTask('outer', { use: 'core:workflow', with: { file: 'get.yaml', input: { url } } });
  writeTask('trusted', { use: 'core:http', with: { url } });
  const config = { provider: 'openai-compatible', model: 'm', url: beside };
  const agent = { id: 'a', use: 'core:agent', config };
  writeTask('model', { use: 'agent:a', with: { prompt: 'Say.' } }, { agents: [agent] });
  writeTask('tool', { use: 'mcp:docs/add', with: { a: 1, b: 2 } });
  const own = new URL(allowed).host;
  shell.write('flows/signalbox.serve.yaml', `reach: { workflows: { trusted: { allow: ["${own}"] } } }\n`);
  const served = await ServedProcess.start(shell, ['flows', '--mcp', `docs=${mcp.url}`]);
  try {
    const start = `${served.address}/api/workflows/get/runs`;
    for (const target of [
      start,
      start.replace('127.0.0.1', 'localhost'),
      start.replace('127.0.0.1', '[::ffff:7f00:1]'),
    ])
      expect(await errorOf(served, 'post', { url: target })).toMatchObject({
        ...REFUSED,
        message: expect.stringContaining('this server itself'),
        details: { reason: 'own' },
      });
    for (const workflow of ['get', 'outer', 'model', 'trusted'])
      expect(await errorOf(served, workflow, { url: beside })).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    expect(await errorOf(served, 'get', { url: mcp.url })).toMatchObject(REFUSED);
    expect(await errorOf(served, 'get', { url: allowed })).toMatchObject(REFUSED);
    expect(asked).toBe(0);
    expect(await errorOf(served, 'trusted', { url: allowed })).toBeNull();
    expect(asked).toBe(1);
    const metrics = await (await fetch(`${served.address}/metrics`)).text();
    expect(metrics).toContain('signalbox_refusals_total{rule="reach",name="own",code="AUTHORIZATION_ERROR"} 3\n');
    expect(metrics).toContain('signalbox_refusals_total{rule="reach",name="loopback",code="AUTHORIZATION_ERROR"} 6\n');
    expect(await errorOf(served, 'tool', {})).toBeNull();
    expect(mcp.calls).toHaveLength(1);
  } finally {
    await served.stop('SIGKILL');
    await mcp.close();
  }
}, 60_000);
