/** Two ways to do one job. Each call does it once, or one more of a row of like jobs. */
export interface Race {
  readonly ours: () => unknown;
  readonly theirs: () => unknown;
  /** CPU time of one turn, in ms; 40 where it is absent. Jobs that leave much garbage need longer ones, to pay for their own. */
  readonly turn?: number;
}

export interface RaceTimes {
  /** Milliseconds of CPU that one call takes: the median of the rounds. */
  readonly ours: number;
  readonly theirs: number;
}

const ROUNDS = 11;
/** Long enough for the clock, short enough to alternate often. */
const TURN = 40;

/**
 * Lets both work in turns, so that whatever else the machine does meets both alike. CPU time of the process is taken,
 * garbage collection and compiling in the background included, not time on the wall.
 */
export function race({ ours, theirs, turn = TURN }: Race): RaceTimes {
  const repeats = { ours: calibrate(ours, turn), theirs: calibrate(theirs, turn) };
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.ours.push(timeOf(ours, repeats.ours));
    times.theirs.push(timeOf(theirs, repeats.theirs));
  }
  return { ours: median(times.ours), theirs: median(times.theirs) };
}

/** The middle one; of an even number the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The value that a share of all, from 0 to 1, does not exceed. */
export function takeShare(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** How many calls fill a turn, once the job is warm: it is doubled until two turns in a row are long enough. */
function calibrate(job: () => unknown, turn: number): number {
  let repeats = 1;
  while (Math.min(timeOf(job, repeats), timeOf(job, repeats)) * repeats < turn) repeats *= 2;
  return repeats;
}

function timeOf(job: () => unknown, repeats: number): number {
  const before = process.cpuUsage();
  for (let count = 0; count < repeats; count += 1) last.answer = job();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / repeats;
}

/** CPU time of a job that may wait, in ms: of one of so many. */
export async function cpuOf(job: () => unknown, repeats: number): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < repeats; count += 1) last.answer = await job();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / repeats;
}

/** Kept where the optimizer cannot prove that nothing reads it. */
export const last: { answer: unknown } = { answer: null };
