import { afterAll, beforeAll, expect, test } from 'vitest';
import { Shell } from '../testing.ts';
import { ServedProcess } from './testing.ts';

const SOON = { timeout: 30_000 };

let shell: Shell;
let served: ServedProcess;
beforeAll(async () => {
  shell = new Shell();
  const start = {
    id: 'start',
    type: 'basic',
    use: 'core:http',
    with: {
      url: '{{ workflow.input.url }}',
      method: 'POST',
      // What a workflow writes there itself counts for nothing.
      headers: { 'Signalbox-Caller': '0.run-1.aaaa' },
      json: { input: '{{ workflow.input }}' },
    },
  };
  shell.write('flows/again.yaml', JSON.stringify({ tasks: [start] }));
  shell.write('flows/hooked.yaml', JSON.stringify({ tasks: [start] }));
  served = await ServedProcess.start(shell, ['flows']);
  const changed = served.untilSaid('is in force.');
  const hook = 'hooked: { path: hooked, workflow: hooked, auth: none, input: "{{ body.input }}" }';
  const own = new URL(served.address).host;
  shell.write('flows/signalbox.serve.yaml', `reach: { allow: ["${own}"] }\nwebhooks: { ${hook} }\n`);
  process.kill(served.pid, 'SIGHUP');
  await changed;
}, 60_000);
afterAll(async () => {
  await served.stop('SIGKILL');
  shell.remove();
});

interface Listed {
  readonly id: string;
}

/** The runs of a workflow once none is under way, the latest first. */
async function settled(workflow: string): Promise<readonly Listed[]> {
  const list = async (query: string): Promise<readonly Listed[]> =>
    (await (await fetch(`${served.address}/api/runs?workflow=${workflow}${query}`)).json()).runs;
  await expect.poll(async () => (await list('&status=error')).length, SOON).toBeGreaterThan(0);
  return list('');
}

test.each([
  ['by its address', 'again', (address: string) => `${address}/api/workflows/again/runs`],
  ['by a webhook', 'hooked', (address: string) => `${address}/hooks/hooked`],
])(
  'runs that start each other %s end after eight, with the reason',
  async (_, workflow, toUrl) => {
    await served.run(workflow, { url: toUrl(served.address) }, `first-${workflow}`);
    const runs = await settled(workflow);
    expect(runs).toHaveLength(8);
    const { error } = await (await fetch(`${served.address}/api/runs/${runs[0]?.id}`)).json();
    expect(error.details).toMatchObject({
      status: 409,
      body: {
        code: 'STARTED_TOO_DEEP',
        detail: expect.stringContaining('8 runs have already started each other through this server'),
      },
    });
    const metrics = await (await fetch(`${served.address}/metrics`)).text();
    expect(metrics).toMatch(/signalbox_refusals_total\{rule="depth",code="STARTED_TOO_DEEP"\} [1-9]/);
  },
  60_000,
);
