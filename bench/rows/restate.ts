import path from 'node:path';
import { formatTime, type Row, toRow } from '../Row.ts';
import { median } from '../race.ts';
import { openRestateBench, type RestateBench } from '../restate/openRestateBench.ts';
import { askText, chainText, inTurns, RUNS, runAll, STEPS } from '../restate/serving.ts';

/** The promise: at least so much of what the bare library does. */
const LEAST = 0.5;

const ROUNDS = 5;

/** Runs on a Restate server beside an object of the bare library, on the same server in turns; no row where there is no server. */
export async function measureRestate(site: string): Promise<readonly Row[]> {
  const bench = await openRestateBench(path.dirname(site));
  if (bench === null) return [];
  try {
    return [await measureSteps(bench), await measureRequests(bench), await measureLatency(bench)];
  } finally {
    await bench.close();
  }
}

/** Steps that reach nothing: those of a run that follow each other are recorded together. */
function measureSteps(bench: RestateBench): Promise<Row> {
  const workflow = bench.write('chain', chainText(STEPS));
  const keys = createKeys('side');
  return raceRuns('core:hash', {
    ours: () => runAll(bench.service, workflow, RUNS),
    theirs: () => bench.runBare(keys(), STEPS),
  });
}

/** Steps that reach out: each is recorded by itself. */
function measureRequests(bench: RestateBench): Promise<Row> {
  const { url } = bench;
  const workflow = bench.write('ask', askText(STEPS, url));
  const keys = createKeys('ask');
  return raceRuns('core:http', {
    ours: () => runAll(bench.service, workflow, RUNS),
    theirs: () => bench.runBare(keys(), STEPS, url),
  });
}

/** `theirs`: one of as many as there are runs. */
async function raceRuns(
  use: string,
  { ours, theirs }: { readonly ours: () => Promise<unknown>; readonly theirs: () => Promise<void> },
): Promise<Row> {
  const jobs = { ours, theirs: () => Promise.all(Array.from({ length: RUNS }, theirs)) };
  // Both have compiled what is hot.
  await inTurns(2, jobs);
  const times = await inTurns(ROUNDS, jobs);
  const ratio = median(times.ours.map((time, round) => (times.theirs[round] ?? Number.NaN) / time));
  return {
    what: `Restate: ${RUNS} runs of ${STEPS} steps of ${use} side by side, with their starts, median of ${ROUNDS}`,
    ours: formatRate(median(times.ours)),
    peer: 'bare library: as many ctx.run that do the same (floor)',
    theirs: formatRate(median(times.theirs)),
    ratio,
    bound: `at least ${LEAST}`,
    isKept: ratio >= LEAST,
  };
}

async function measureLatency(bench: RestateBench): Promise<Row> {
  const workflow = bench.write('one', chainText(1));
  const keys = createKeys('one');
  const jobs = { ours: () => runAll(bench.service, workflow, 1), theirs: () => bench.runBare(keys(), 1) };
  await inTurns(5, jobs);
  const times = await inTurns(21, jobs);
  return toRow({
    what: 'Restate: a run of one step, from its start to its end, median of 21',
    peer: 'bare library: one ctx.run (floor)',
    ours: median(times.ours),
    theirs: median(times.theirs),
    limit: null,
    format: formatTime,
  });
}

function formatRate(time: number): string {
  return `${Math.round((RUNS * STEPS * 1000) / time).toLocaleString('en')} steps/s`;
}

/** Keys of objects that were not used before. */
function createKeys(name: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${name}-${count}`;
  };
}
