import { advance, createRun, type RunInput, snapshot } from '../../engine/run/index.ts';
import { formatSize, type Row, toRow } from '../Row.ts';
import { START, startOf } from '../runs/runInMemory.ts';
import { loop } from '../runs/workflows.ts';

const LONG = 100_000;
const SHORT = 1_000;

/** The size of what a checkpoint stores of the machine, after few and after many steps of a run. */
export function measureSnapshots(): readonly Row[] {
  return [
    toRow({
      what: 'Snapshot of a run after 100,000 steps',
      peer: 'after 1,000 steps',
      ours: sizeAfter(LONG),
      theirs: sizeAfter(SHORT),
      // Counters have more digits.
      limit: 1.1,
      format: formatSize,
    }),
  ];
}

/** Bytes of the snapshot of a loop that has taken at least so many steps. */
function sizeAfter(steps: number): number {
  const { workflow, input } = loop(steps);
  const run = createRun(workflow);
  let next: RunInput = startOf(input);
  for (let done = 0; done < steps; ) {
    const { events, more } = advance(run, next);
    if (!more) throw new Error('The run ended too early.');
    done += events.filter(({ type }) => type === 'task.succeeded').length;
    next = { type: 'run.continued', at: START };
  }
  return Buffer.byteLength(JSON.stringify(snapshot(run)));
}
