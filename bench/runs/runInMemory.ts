import type { Json } from '../../engine/base/index.ts';
import { advance, createRun, type RunEvent, type RunInput } from '../../engine/run/index.ts';
import type { Load } from './workflows.ts';

/** A run that was kept whole in memory. */
export interface KeptRun {
  /** The journal: fed to the machine again, the same events come. */
  readonly inputs: readonly RunInput[];
  readonly events: readonly RunEvent[];
  readonly output: Json;
}

/** When every measured run starts, in ms since the epoch. */
export const START = 1_767_225_600_000;

/** Runs a workflow without effects by our machine to its end, as a host without storage would. */
export function runInMemory({ workflow, input }: Load): KeptRun {
  const run = createRun(workflow);
  const inputs: RunInput[] = [];
  const events: RunEvent[] = [];
  let next: RunInput = {
    type: 'run.started',
    at: START,
    runId: 'run-1',
    input,
    seed: 1,
    env: {},
    simulate: false,
    engine: 'bench',
    file: 'bench.yaml',
  };
  for (;;) {
    inputs.push(next);
    const advanced = advance(run, next);
    for (const event of advanced.events) events.push(event);
    if (!advanced.more) break;
    next = { type: 'run.continued', at: START };
  }
  const last = events.at(-1);
  if (last?.type !== 'run.finished' || last.status !== 'success')
    throw new Error(`The run ended with ${JSON.stringify(last)}.`);
  return { inputs, events, output: last.output };
}
