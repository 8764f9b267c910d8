import type { RunSummary } from '#engine/worker';

/** What a person may wait for: a run that ends, one that asks something, or one that a person has to let continue. */
export type Standing = 'working' | 'asks' | 'stopped' | 'success' | 'error' | 'cancelled';

/** The state of one run. */
export interface RunStanding {
  readonly path: string;
  readonly standing: Standing;
}

/** The states of runs, by their ids. */
export type Standings = ReadonlyMap<string, RunStanding>;

/** Something worth telling of a run: it has ended, or waits for a person. */
export interface RunNews extends RunStanding {
  readonly runId: string;
}

/** Pauses that no one asked for. */
const UNASKED: ReadonlySet<string> = new Set(['breakpoint', 'budget', 'interrupted', 'child', 'storage', 'missing']);

/** Reads the states of runs of the history. */
export function toStandings(rows: readonly RunSummary[]): Standings {
  return new Map(rows.map((row) => [row.runId, { path: row.path, standing: standingOf(row) }]));
}

function standingOf({ status, signal, paused }: RunSummary): Standing {
  if (status === 'interrupted') return 'cancelled';
  if (status !== 'running') return status;
  if (signal !== undefined) return 'asks';
  return paused !== undefined && UNASKED.has(paused) ? 'stopped' : 'working';
}

/** What is new: runs that were on their way, and have ended or wait now. Of runs not known before, nothing is told. */
export function newsBetween(before: Standings, after: Standings): readonly RunNews[] {
  return [...after].flatMap(([runId, now]) => {
    const then = before.get(runId)?.standing;
    const isOnWay = then === 'working' || then === 'asks' || then === 'stopped';
    return isOnWay && now.standing !== then && now.standing !== 'working' ? [{ runId, ...now }] : [];
  });
}

const SIGNS: Readonly<Record<Exclude<Standing, 'working'>, readonly [sign: string, words: string]>> = {
  success: ['✓', 'finished'],
  error: ['!', 'failed'],
  cancelled: ['–', 'was stopped'],
  asks: ['?', 'waits for an answer'],
  stopped: ['?', 'has paused'],
};

/** News in words: `orders.yaml waits for an answer`. */
export function tellNews({ path, standing }: RunNews): string {
  return standing === 'working' ? path : `${nameOf(path)} ${SIGNS[standing][1]}`;
}

/**
 * What the title of the page says before its own words, of the latest news of each run: the sign and the words of one
 * (`✓ orders.yaml finished`), a count of more (`(2) 1 failed, 1 waits for an answer`). Empty without news.
 */
export function badgeOf(news: readonly RunNews[]): string {
  const latest = [...new Map(news.map((each) => [each.runId, each])).values()];
  const [only] = latest;
  if (only === undefined || only.standing === 'working') return '';
  if (latest.length === 1) return `${SIGNS[only.standing][0]} ${tellNews(only)}`;
  const counts = new Map<string, number>();
  for (const { standing } of latest) {
    const words = standing === 'working' ? '' : SIGNS[standing][1];
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return `(${latest.length}) ${[...counts].map(([words, count]) => `${count} ${words}`).join(', ')}`;
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}
