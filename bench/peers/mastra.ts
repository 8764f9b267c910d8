import { createStep, createWorkflow } from '@mastra/core/workflows';
import { z } from 'zod';
import { EventSink } from '../runs/EventSink.ts';
import type { Peer } from '../runs/Peer.ts';

const value = z.object({ n: z.number() });
const list = z.array(value);

/** Steps with schemas in a workflow; what it emits to its watchers is the journal of events. */
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
    const workflow: unknown = createWorkflow({ id: 'each', inputSchema: list, outputSchema: list });
    const flow = (workflow as Flow).foreach(double, {
      concurrency: 100,
    });
    return run(
      flow,
      Array.from({ length: items }, (_, n) => ({ n })),
    );
  },
};

function step(id: string): unknown {
  return createStep({ id, inputSchema: value, outputSchema: value, execute: add });
}

/** A workflow, as far as it is used here: its own type grows with each step, past what the compiler follows. */
interface Flow {
  then(step: unknown): Flow;
  parallel(steps: readonly unknown[]): Flow;
  dountil(step: unknown, isDone: (state: { inputData: { n: number } }) => Promise<boolean>): Flow;
  foreach(step: unknown, options: { concurrency: number }): Flow;
  commit(): { createRun(): Promise<Started> };
}

interface Started {
  watch(listener: (event: unknown) => void): () => void;
  start(options: { inputData: unknown }): Promise<{ readonly status: string; readonly error?: unknown }>;
}

const add = async ({ inputData }: { inputData: { n: number } }): Promise<{ n: number }> => ({ n: inputData.n + 1 });

function open(id: string): Flow {
  const workflow: unknown = createWorkflow({ id, inputSchema: value, outputSchema: z.any() });
  return workflow as Flow; // As far as it is used here.
}

function run(workflow: Flow, inputData: unknown): () => Promise<unknown> {
  const committed = workflow.commit();
  return async () => {
    const events = new EventSink();
    const started = await committed.createRun();
    const stop = started.watch((event: unknown) => events.push({ seq: events.length, at: Date.now(), event }));
    const result = await started.start({ inputData });
    stop();
    if (result.status !== 'success')
      throw new Error(`Mastra ended with ${JSON.stringify(result.error ?? result.status)}.`);
    return events;
  };
}
