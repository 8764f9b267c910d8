import { createStep, createWorkflow } from '@mastra/core/workflows';
import { z } from 'zod';
import type { Peer } from '../runs/Peer.ts';

const value = z.object({ n: z.number() });
const list = z.array(value);

/** Steps with schemas in a workflow; what it tells its watchers is the journal of events. */
export const mastra: Peer = {
  name: '@mastra/core 1.71.0',
  chain: (steps) => {
    let workflow = open('chain');
    for (let index = 0; index < steps; index += 1) workflow = workflow.then(step(`t${index}`));
    return run(workflow, { n: 0 });
  },
  fanOut: (branches) => {
    const ids = Array.from({ length: branches }, (_, index) => step(`t${index}`));
    return run(open('fan').then(step('start')).parallel(ids), { n: 0 });
  },
  loop: (rounds) =>
    run(
      open('loop').dountil(step('count'), async ({ inputData }: { inputData: { n: number } }) => inputData.n >= rounds),
      { n: 0 },
    ),
  collection: (items) => {
    const double = createStep({
      id: 'double',
      inputSchema: value,
      outputSchema: value,
      execute: async ({ inputData }) => ({ n: inputData.n * 2 }),
    });
    const workflow = createWorkflow({ id: 'each', inputSchema: list, outputSchema: list }).foreach(double, {
      concurrency: 100,
    });
    return run(
      workflow,
      Array.from({ length: items }, (_, n) => ({ n })),
    );
  },
};

function step(id: string): ReturnType<typeof createStep> {
  const execute = async ({ inputData }: { inputData: { n: number } }): Promise<{ n: number }> => ({
    n: inputData.n + 1,
  });
  return createStep({ id, inputSchema: value, outputSchema: value, execute } as never); // Its types want literal ids.
}

// The type of a workflow grows with each step, past what the compiler follows.
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Flow = any;

function open(id: string): Flow {
  return createWorkflow({ id, inputSchema: value, outputSchema: z.any() });
}

function run(workflow: Flow, inputData: unknown): () => Promise<unknown> {
  const committed = workflow.commit();
  return async () => {
    const events: unknown[] = [];
    const started = await committed.createRun();
    const stop = started.watch((event: unknown) => events.push({ seq: events.length, at: Date.now(), event }));
    const result = await started.start({ inputData });
    stop();
    if (result.status !== 'success')
      throw new Error(`Mastra ended with ${JSON.stringify(result.error ?? result.status)}.`);
    return events;
  };
}
