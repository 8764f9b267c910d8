/** A line of a diff: in both texts, only in the old one, only in the new one, or so many equal lines omitted. */
export type DiffLine =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
  | { readonly kind: 'skipped'; readonly count: number };

/** Beyond this many pairs of lines the middle is shown as replaced whole, in time that does not hang. */
const MAX_PAIRS = 4_000_000;

/** The lines of two texts as one list, with `context` equal lines around each change and the others counted. */
export function diffLines(before: string, after: string, context = 3): readonly DiffLine[] {
  const a = before.split(/\r?\n/);
  const b = after.split(/\r?\n/);
  // The empty text after the last line break of both is no line.
  if (a.at(-1) === '' && b.at(-1) === '') for (const lines of [a, b]) lines.pop();
  return shorten(diffParts(a, b), context);
}

/** A part of two texts, a line or a word: in both, only in the old one, or only in the new one. */
export type DiffPart = Exclude<DiffLine, { readonly kind: 'skipped' }>;

/** The parts of two texts as one list. */
export function diffParts(a: readonly string[], b: readonly string[]): readonly DiffPart[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)];
}

const same = (text: string): DiffPart => ({ kind: 'same', text });
const removed = (text: string): DiffPart => ({ kind: 'removed', text });
const added = (text: string): DiffPart => ({ kind: 'added', text });

/** The longest common subsequence of lines, by the table of its lengths. */
function diffMiddle(a: readonly string[], b: readonly string[]): readonly DiffPart[] {
  if (a.length * b.length > MAX_PAIRS) return [...a.map(removed), ...b.map(added)];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffPart[] = [];
  let j = 0;
  for (const [i, text] of a.entries()) {
    while (j < b.length && text !== b[j] && at(i, j + 1) > at(i + 1, j)) lines.push(added(b[j++] ?? ''));
    if (text === b[j]) {
      lines.push({ kind: 'same', text });
      j += 1;
    } else lines.push(removed(text));
  }
  return [...lines, ...b.slice(j).map(added)];
}

function shorten(lines: readonly DiffLine[], context: number): readonly DiffLine[] {
  const isNear = new Uint8Array(lines.length);
  for (const [index, { kind }] of lines.entries()) {
    if (kind !== 'same') isNear.fill(1, Math.max(0, index - context), index + context + 1);
  }
  const shown: DiffLine[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear[index]) shown.push(line);
    else if (last?.kind === 'skipped') shown[shown.length - 1] = { kind: 'skipped', count: last.count + 1 };
    else shown.push({ kind: 'skipped', count: 1 });
  }
  return shown;
}

/** The first `most` UTF-16 code units of a text, never half a character, and `mark` where there is more. */
export function cutText(text: string, most: number, mark = '…'): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\p{Cs}$/u, '')}${mark}`;
}

/** How much is shown before the place at which two texts part. */
const BEFORE = 20;

/** Two texts that differ, each cut to about `most` UTF-16 code units around the place at which they part. */
export function partAt(one: string, other: string, most: number): readonly [string, string] {
  if (one.length <= most && other.length <= most) return [one, other];
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const from = Math.max(0, start - BEFORE);
  const show = (text: string): string =>
    `${from > 0 ? '…' : ''}${cutText(text.slice(from).replace(/^\p{Cs}/u, ''), most)}`;
  return [show(one), show(other)];
}
