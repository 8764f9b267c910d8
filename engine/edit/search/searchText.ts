import { err, messageOf, ok, patterns, type Result } from '../../base/index.ts';

/** What is looked for in texts. */
export interface SearchQuery {
  readonly text: string;
  readonly matchesCase: boolean;
  /** Only where no letter, digit or underscore is next to it. */
  readonly isWholeWord: boolean;
  /** Whether `text` is a regular expression; it is tried on each line alone. */
  readonly isPattern: boolean;
}

/** Where a text has what is looked for. Offsets are UTF-16 in the whole text; a match never spans lines. */
export interface TextMatch {
  readonly start: number;
  readonly end: number;
  /** What the whole pattern found, then its groups; of a query without a pattern the first alone. */
  readonly groups: readonly string[];
}

/** Finds the matches of one line. */
export type LineSearch = (line: string) => readonly TextMatch[];

/**
 * Reads a query. An empty one finds nothing. Answers with why a pattern cannot be read.
 * Throws {@link PatternsMissing} for a pattern until the engine of regular expressions has been loaded.
 */
export function readQuery(query: SearchQuery): Result<LineSearch, string> {
  if (query.text === '') return ok(() => []);
  return query.isPattern ? readPattern(query) : ok(readWords(query));
}

/** Lines of a text that were searched at once, and where the next ones begin: null after the last. */
export interface SearchedPart {
  readonly matches: readonly TextMatch[];
  readonly next: number | null;
}

/**
 * Searches whole lines from an offset on until at least so many characters are done, so that a large text can be searched
 * with pauses. Nothing here depends on time: whoever calls decides how much it does at once.
 */
export function searchPart(
  text: string,
  search: LineSearch,
  { from = 0, size = Number.POSITIVE_INFINITY } = {},
): SearchedPart {
  const matches: TextMatch[] = [];
  let at = from;
  while (at <= text.length) {
    if (at - from >= size) return { matches, next: at };
    const feed = text.indexOf('\n', at);
    const end = feed === -1 ? text.length : feed;
    const line = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end);
    for (const { start, end: to, groups } of search(line)) matches.push({ start: at + start, end: at + to, groups });
    if (feed === -1) break;
    at = feed + 1;
  }
  return { matches, next: null };
}

/** What a match is replaced by: of a pattern's replacement, `$1` is its first group, `$&` all it found and `$$` the sign itself. */
export function replacementOf(
  query: Pick<SearchQuery, 'isPattern'>,
  replacement: string,
  { groups }: TextMatch,
): string {
  if (!query.isPattern) return replacement;
  return replacement.replace(/\$([$&]|\d)/g, (written, sign: string) => {
    if (sign === '$') return '$';
    return groups[sign === '&' ? 0 : Number(sign)] ?? written;
  });
}

/** Words are found by the browser's own expressions: quoted, they cannot run away. */
function readWords({ text, matchesCase, isWholeWord }: SearchQuery): LineSearch {
  const expression = new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), matchesCase ? 'gu' : 'giu');
  return (line) => {
    const found: TextMatch[] = [];
    expression.lastIndex = 0;
    for (let match = expression.exec(line); match !== null; match = expression.exec(line)) {
      const [all] = match;
      const range = { start: match.index, end: match.index + all.length };
      if (isWholeWord && !isWord(line, range)) expression.lastIndex = match.index + 1;
      else found.push({ ...range, groups: [all] });
    }
    return found;
  };
}

function readPattern({ text, matchesCase, isWholeWord }: SearchQuery): Result<LineSearch, string> {
  const engine = patterns();
  try {
    const pattern = engine.compile(text, matchesCase ? 0 : engine.CASE_INSENSITIVE);
    return ok((line) => {
      const found: TextMatch[] = [];
      const matcher = pattern.matcher(line);
      while (matcher.find()) {
        const range = { start: matcher.start(), end: matcher.end() };
        if (range.start === range.end || (isWholeWord && !isWord(line, range))) continue;
        const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? '');
        found.push({ ...range, groups });
      }
      return found;
    });
  } catch (error) {
    return err(messageOf(error));
  }
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Whether a stretch of a line is not a part of a longer word. */
function isWord(line: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return !(joins(line[start - 1], line[start]) || joins(line[end - 1], line[end]));
}

function joins(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && WORD.test(before) && WORD.test(after);
}
