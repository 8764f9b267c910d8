import type { Json } from '../../engine/base/index.ts';
import { advance, createRun, type EventLog, type RunEvent, type RunInput } from '../../engine/run/index.ts';
import type { Load } from './workflows.ts';

/** One entry of a journal: fed to the machine again, the same input leads to the same events. */
export interface Entry {
  readonly input: RunInput;
  readonly log: EventLog;
}

/** A run that was kept whole in memory. */
export interface KeptRun<Kept> {
  readonly journal: readonly Kept[];
  readonly output: Json;
}

/** When every measured run starts, in ms since the epoch. */
export const START = 1_767_225_600_000;

/** Runs a workflow without effects by our machine to its end, as a host without storage would. */
export function runInMemory(load: Load): KeptRun<Entry> {
  const journal: Entry[] = [];
  const output = drive(load, (entry) => journal.push(entry));
  return { journal, output };
}

/** The same, but what happened is handed on and let go. Answers with the output. */
export function drive({ workflow, input }: Load, take: (entry: Entry) => void): Json {
  const run = createRun(workflow);
  let next: RunInput = startOf(input);
  for (;;) {
    const { log, more } = advance(run, next);
    take({ input: next, log });
    if (!more) return outputOf(log.last());
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

function outputOf(last: RunEvent | null): Json {
  if (last?.type !== 'run.finished' || last.status !== 'success')
    throw new Error(`The run ended with ${JSON.stringify(last)}.`);
  return last.output;
}
