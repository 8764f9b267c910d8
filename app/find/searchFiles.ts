import type { Syntax } from '#engine';
import { type LineSearch, searchPart, type TextMatch } from '#engine/search';

/** What was found in one file. */
export interface FoundFile {
  readonly path: string;
  readonly text: string;
  /** Null where the file is too large to be read outside of the worker and is not open: its matches have lines alone. */
  readonly syntax: Syntax | null;
  /** In order; at most as many as are listed in all. */
  readonly matches: readonly TextMatch[];
  /** Also those that are not listed. */
  readonly count: number;
}

/** What was found so far. */
export interface SearchResult {
  readonly files: readonly FoundFile[];
  readonly count: number;
  readonly isDone: boolean;
}

export const NOTHING_FOUND: SearchResult = { files: [], count: 0, isDone: true };

/** Most matches that are listed: no one reads more, and each has a row. All are counted. */
export const MOST_LISTED = 2_000;

/** Characters that are searched before the clock is looked at. */
const PART = 16 * 1024;
/** How long a search holds the page before it lets it draw and take keys, in ms. */
const SLICE = 8;
/** How often what was found so far is listed, in ms: each list is drawn. */
const REPORT = 50;

export interface SearchOptions {
  readonly search: LineSearch;
  /** Whether the result is still asked for. */
  readonly isWanted: () => boolean;
  readonly report: (found: SearchResult) => void;
  readonly treeOf: (path: string) => Syntax | null;
  /** Lets the page continue; it resolves when the search may. */
  readonly pause: () => Promise<void>;
  /** In ms; only differences count. */
  readonly now: () => number;
}

/** Searches files in the order in which they are given, in slices, and reports what it has now and then. */
export async function searchFiles(
  files: readonly (readonly [path: string, text: string])[],
  { search, isWanted, report, treeOf, pause, now }: SearchOptions,
): Promise<void> {
  const done: FoundFile[] = [];
  let count = 0;
  let listed = 0;
  let began = now();
  let reported = began;
  for (const [path, text] of files) {
    const matches: TextMatch[] = [];
    let own = 0;
    let from: number | null = 0;
    let syntax: Syntax | null | undefined;
    while (from !== null) {
      const part = searchPart(text, search, { from, size: PART });
      matches.push(...part.matches.slice(0, Math.max(0, MOST_LISTED - listed - matches.length)));
      own += part.matches.length;
      if (own > 0) syntax ??= treeOf(path);
      from = part.next;
      if (now() - began < SLICE) continue;
      if (now() - reported >= REPORT) {
        const present = { path, text, syntax: syntax ?? null, matches: [...matches], count: own };
        report({ files: own === 0 ? [...done] : [...done, present], count: count + own, isDone: false });
        reported = now();
      }
      await pause();
      if (!isWanted()) return;
      began = now();
    }
    count += own;
    listed += matches.length;
    if (own > 0) done.push({ path, text, syntax: syntax ?? null, matches, count: own });
  }
  report({ files: done, count, isDone: true });
}
