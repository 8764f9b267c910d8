import { columnOf, type ListNode, type MapNode, type Syntax, type SyntaxNode } from '../../syntax/index.ts';
import type { TextRange } from '../../text/index.ts';
import type { MatchedParts } from '../match/matchParts.ts';
import type { Hunk } from './Hunk.ts';
import { type IndexPair, ItemPairs, type PathPair } from './ItemPairs.ts';
import { longestRun } from './longestRun.ts';
import { divide, type Plot, type Plots } from './territory.ts';

/**
 * Lays two texts side by side along their trees: what both have stays, and each entry, value and comment that differs is a hunk of
 * its own, as far as each can be taken without the other. Hunks are sorted and disjoint.
 */
export function alignTexts(before: Syntax, after: Syntax, matched: MatchedParts): readonly Hunk[] {
  const aligner = new Aligner(before, after, new ItemPairs(matched));
  const all = { before: { start: 0, end: before.text.length }, after: { start: 0, end: after.text.length } };
  aligner.alignValues(before.root, after.root, all, { before: [], after: [] });
  return joinLast(aligner.hunks, before.text, after.text);
}

/** Stretches of both texts. */
interface Span {
  readonly before: TextRange;
  readonly after: TextRange;
}

type Collection = MapNode | ListNode;

class Aligner {
  readonly hunks: Hunk[] = [];
  readonly #before: string;
  readonly #after: string;
  readonly #pairs: ItemPairs;

  constructor(before: Syntax, after: Syntax, pairs: ItemPairs) {
    this.#before = before.text;
    this.#after = after.text;
    this.#pairs = pairs;
  }

  /** What is between `span`, which holds the values and what is around them. */
  alignValues(before: SyntaxNode | null, after: SyntaxNode | null, span: Span, paths: PathPair): void {
    if (this.#isSame(span)) return;
    if (before === null || after === null || isNamed(before) || isNamed(after)) this.#replace(span);
    else if (before.kind === 'scalar' && after.kind === 'scalar' && !isLines(before) && !isLines(after))
      this.#alignAround(before, after, span);
    else if (isCollection(before) && isCollection(after) && this.#fit(before, after))
      this.#alignCollections(before, after, span, paths);
    else this.#replace(span);
  }

  /** Two scalars, and apart from them what is before and behind. */
  #alignAround(before: SyntaxNode, after: SyntaxNode, { before: was, after: is }: Span): void {
    this.#replace(
      { before: { start: was.start, end: before.start }, after: { start: is.start, end: after.start } },
      true,
    );
    this.#replace({ before, after });
    this.#replace({ before: { start: before.end, end: was.end }, after: { start: after.end, end: is.end } }, true);
  }

  /** Whether two collections are written alike, so that an entry of one can be in the other. */
  #fit(before: Collection, after: Collection): boolean {
    if (before.kind !== after.kind || before.style !== after.style) return false;
    if (before.style === 'flow') return true;
    const [a, b] = [startOf(before), startOf(after)];
    return a !== null && b !== null && columnOf(this.#before, a) === columnOf(this.#after, b);
  }

  #alignCollections(before: Collection, after: Collection, span: Span, paths: PathPair): void {
    const was = divide(this.#before, before, span.before);
    const is = divide(this.#after, after, span.after);
    const pairs = this.#pair(before, after, paths);
    const kept = stayingPairs(pairs);
    const isWhole = kept.length === was.plots.length && kept.length === is.plots.length;
    const first = kept[0];
    if (first === undefined || (before.style === 'flow' && !(isWhole && this.#areSpacedAlike(was, is, span)))) {
      this.#replace(span);
      return;
    }
    if (startsLine(this.#before, was) !== startsLine(this.#after, is)) return this.#replace(span);
    this.#replace(
      { before: { start: span.before.start, end: was.start }, after: { start: span.after.start, end: is.start } },
      true,
    );
    this.#alignPlots(was, is, kept, paths);
    if (before.style !== 'flow') return;
    this.#replace(
      { before: { start: before.end, end: span.before.end }, after: { start: after.end, end: span.after.end } },
      true,
    );
  }

  #pair(before: Collection, after: Collection, paths: PathPair): readonly IndexPair[] {
    if (before.kind === 'list' && after.kind === 'list') return this.#pairs.pair(before, after, paths);
    return before.kind === 'map' && after.kind === 'map' ? pairKeys(before, after) : [];
  }

  /** The plots that stay, and between them those that go and those that come. */
  #alignPlots(was: Plots, is: Plots, kept: readonly IndexPair[], paths: PathPair): void {
    let [a, b] = [0, 0];
    for (const [index, [to, at]] of kept.entries()) {
      const [before, after] = [was.plots[to], is.plots[at]];
      if (before === undefined || after === undefined) continue;
      // The first entry of an item is behind its dash: what comes or goes before another takes its place on that line.
      const isHead = index === 0 && (to > 0 || at > 0) && !startsLine(this.#before, was);
      if (isHead)
        this.#replace({
          before: { start: was.start, end: before.content },
          after: { start: is.start, end: after.content },
        });
      else this.#alignGap(was.plots.slice(a, to), is.plots.slice(b, at), before, after);
      this.#alignPlot(
        isHead ? { ...before, start: before.content } : before,
        isHead ? { ...after, start: after.content } : after,
        {
          before: [...paths.before, before.key ?? to],
          after: [...paths.after, after.key ?? at],
        },
      );
      [a, b] = [to + 1, at + 1];
    }
    const [last, end] = [was.plots.at(-1)?.end ?? was.start, is.plots.at(-1)?.end ?? is.start];
    this.#alignGap(was.plots.slice(a), is.plots.slice(b), { start: last }, { start: end });
  }

  #alignGap(
    gone: readonly Plot[],
    come: readonly Plot[],
    before: { readonly start: number },
    after: { readonly start: number },
  ): void {
    const start = come[0]?.start ?? after.start;
    for (const plot of gone) this.#push({ before: plot, after: { start, end: start } });
    for (const plot of come) this.#push({ before: { start: before.start, end: before.start }, after: plot });
  }

  #alignPlot(before: Plot, after: Plot, paths: PathPair): void {
    if (this.#isSame({ before, after })) return;
    this.#replace(
      { before: { start: before.start, end: before.content }, after: { start: after.start, end: after.content } },
      true,
    );
    this.#replace({
      before: { start: before.content, end: before.head },
      after: { start: after.content, end: after.head },
    });
    this.alignValues(
      before.value,
      after.value,
      { before: { start: before.head, end: before.end }, after: { start: after.head, end: after.end } },
      paths,
    );
  }

  /** Whether what is between the entries of two collections in braces is the same. */
  #areSpacedAlike(was: Plots, is: Plots, span: Span): boolean {
    let [a, b] = [was.start, is.start];
    for (const [index, plot] of was.plots.entries()) {
      const other = is.plots[index];
      if (other === undefined || this.#before.slice(a, plot.start) !== this.#after.slice(b, other.start)) return false;
      [a, b] = [plot.end, other.end];
    }
    return closing(this.#before, a, span.before) === closing(this.#after, b, span.after);
  }

  #isSame({ before, after }: Span): boolean {
    return (
      before.end - before.start === after.end - after.start &&
      this.#before.slice(before.start, before.end) === this.#after.slice(after.start, after.end)
    );
  }

  #replace(span: Span, apart = false): void {
    if (!this.#isSame(span)) this.#push(span, apart);
  }

  #push({ before, after }: Span, apart = false): void {
    this.hunks.push({
      before: { start: before.start, end: before.end },
      after: { start: after.start, end: after.end },
      apart,
      order: this.hunks.length,
    });
  }
}

/** What is behind the last entry of a collection in braces, and its closing brace. */
function closing(text: string, from: number, { end }: TextRange): string {
  return /^[^\]}]*[\]}]?/.exec(text.slice(from, end))?.[0] ?? '';
}

function isNamed({ anchor, tag, kind }: SyntaxNode): boolean {
  return anchor !== null || tag !== null || kind === 'alias';
}

/** Whether a scalar is written on lines of its own, which end where the next key begins. */
function isLines(node: SyntaxNode): boolean {
  return node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded');
}

function isCollection(node: SyntaxNode): node is Collection {
  return node.kind === 'map' || node.kind === 'list';
}

function startOf(node: Collection): number | null {
  return (node.kind === 'map' ? node.entries[0]?.start : node.items[0]?.start) ?? null;
}

function startsLine(text: string, { plots }: Plots): boolean {
  const content = plots[0]?.content ?? 0;
  return text.slice(text.lastIndexOf('\n', content - 1) + 1, content).trim() === '';
}

/** The first entries of each key, in the order of the map after. */
function pairKeys(before: MapNode, after: MapNode): readonly IndexPair[] {
  const indexes = new Map<string, number[]>();
  for (const [index, { key }] of before.entries.entries()) {
    const same = indexes.get(key);
    if (same === undefined) indexes.set(key, [index]);
    else same.push(index);
  }
  return after.entries.flatMap(({ key }, index): IndexPair[] => {
    const same = indexes.get(key)?.shift();
    return same === undefined ? [] : [[same, index]];
  });
}

/** The pairs whose order is the same in both. */
function stayingPairs(pairs: readonly IndexPair[]): readonly IndexPair[] {
  const staying = longestRun(pairs.map(([before]) => before));
  return pairs.filter((_, place) => staying.has(place));
}

/** Hunks that touch the end of a text without a last line break are one: none of them stands alone. */
function joinLast(hunks: readonly Hunk[], before: string, after: string): readonly Hunk[] {
  const touches = ({ before: was, after: is }: Hunk): boolean =>
    (was.end === before.length && !before.endsWith('\n')) || (is.end === after.length && !after.endsWith('\n'));
  const from = hunks.findIndex(touches);
  const [first, last] = [hunks[from], hunks.at(-1)];
  if (from < 0 || first === undefined || last === undefined) return hunks;
  const joined = {
    before: { start: first.before.start, end: last.before.end },
    after: { start: first.after.start, end: last.after.end },
    apart: hunks.slice(from).every(({ apart }) => apart),
    order: from,
  };
  return [...hunks.slice(0, from), joined];
}
