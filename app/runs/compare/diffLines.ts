/** One line of two texts: in both, only in the older or only in the newer. `gap` stands for lines left out. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added' | 'gap';
  readonly text: string;
}

/** Lines kept around a change. */
const CONTEXT = 3;

/** Pairs of lines that are compared one with each other; beyond that the middle is taken as changed whole. */
const MOST_PAIRS = 400_000;

/** Where two texts differ, line by line with some lines around; empty when they are equal. */
export function diffLines(older: string, newer: string): readonly DiffLine[] {
  if (older === newer) return [];
  return withoutFar(align(older.split('\n'), newer.split('\n')));
}

function align(older: readonly string[], newer: readonly string[]): readonly DiffLine[] {
  const shorter = Math.min(older.length, newer.length);
  let start = 0;
  while (start < shorter && older[start] === newer[start]) start += 1;
  let end = 0;
  while (end < shorter - start && older.at(-1 - end) === newer.at(-1 - end)) end += 1;
  return [
    ...older.slice(0, start).map(same),
    ...alignMiddle(older.slice(start, older.length - end), newer.slice(start, newer.length - end)),
    ...older.slice(older.length - end).map(same),
  ];
}

function alignMiddle(older: readonly string[], newer: readonly string[]): readonly DiffLine[] {
  if (older.length * newer.length > MOST_PAIRS) return [...older.map(removed), ...newer.map(added)];
  const shared = sharedLengths(older, newer);
  const width = newer.length + 1;
  const lines: DiffLine[] = [];
  let [a, b] = [0, 0];
  while (a < older.length || b < newer.length) {
    const [before, after] = [older[a], newer[b]];
    if (before !== undefined && before === after) {
      lines.push(same(before));
      a += 1;
      b += 1;
    } else if (
      before !== undefined &&
      (after === undefined || at(shared, (a + 1) * width + b) >= at(shared, a * width + b + 1))
    ) {
      lines.push(removed(before));
      a += 1;
    } else if (after !== undefined) {
      lines.push(added(after));
      b += 1;
    }
  }
  return lines;
}

/** For each pair of places, how many lines what follows has in common at most, in order. */
function sharedLengths(older: readonly string[], newer: readonly string[]): Uint32Array {
  const width = newer.length + 1;
  const shared = new Uint32Array((older.length + 1) * width);
  for (let a = older.length - 1; a >= 0; a -= 1) {
    for (let b = newer.length - 1; b >= 0; b -= 1) {
      const here = a * width + b;
      shared[here] =
        older[a] === newer[b]
          ? at(shared, here + width + 1) + 1
          : Math.max(at(shared, here + width), at(shared, here + 1));
    }
  }
  return shared;
}

function at(lengths: Uint32Array, index: number): number {
  return lengths[index] ?? 0;
}

/** Leaves out what is the same and far from every change. */
function withoutFar(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = new Set<number>();
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let by = -CONTEXT; by <= CONTEXT; by += 1) near.add(index + by);
  }
  const kept: DiffLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (near.has(index)) kept.push(line);
    else if (kept.at(-1)?.kind !== 'gap') kept.push({ kind: 'gap', text: '' });
  }
  return kept;
}

function same(text: string): DiffLine {
  return { kind: 'same', text };
}

function removed(text: string): DiffLine {
  return { kind: 'removed', text };
}

function added(text: string): DiffLine {
  return { kind: 'added', text };
}
