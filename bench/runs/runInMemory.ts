import type { Json } from '../../engine/base/index.ts';
import { advance, createRun, type RunEvent, type RunInput } from '../../engine/run/index.ts';
import type { Listener } from './EventSink.ts';
import type { Load } from './workflows.ts';

/** The journal and the output of a measured run; a replay of the inputs gives the same events. */
export interface BenchResult {
  readonly inputs: readonly RunInput[];
  readonly output: Json;
}

/** When every measured run starts, in ms since the epoch. */
export const START = 1_767_225_600_000;

/** Runs a workflow without effects by our machine to its end, as the worker does: inputs are kept, events are handed on. */
export function runInMemory({ workflow, input }: Load, listener: Listener): BenchResult {
  const run = createRun(workflow);
  const inputs: RunInput[] = [];
  let next: RunInput = startOf(input);
  for (;;) {
    inputs.push(next);
    const { events, more } = advance(run, next);
    for (const event of events) listener.push(event);
    if (!more) return { inputs, output: outputOf(events.at(-1)) };
    next = { type: 'run.continued', at: START };
  }
}

/** The input that every measured run begins with. */
export function startOf(input: Json): RunInput {
  return {
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
}

function outputOf(last: RunEvent | undefined): Json {
  if (last?.type !== 'run.finished' || last.status !== 'success')
    throw new Error(`The run ended with ${JSON.stringify(last)}.`);
  return last.output;
}
