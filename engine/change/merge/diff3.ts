import { diffParts } from '../../text/index.ts';

/** Lines, or other parts, of three texts that are at one place; each range in its own text. */
export interface Chunk {
  /** `ours` and `theirs`: changed there alone; `same`: equal in all three, or changed alike. */
  readonly kind: 'same' | 'ours' | 'theirs' | 'conflict';
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** What two texts made of a third, place by place, in order. Changes that touch each other are one conflict, as git has it. */
export function diff3(base: readonly string[], ours: readonly string[], theirs: readonly string[]): readonly Chunk[] {
  const [inOurs, inTheirs] = [matchIn(base, ours), matchIn(base, theirs)];
  const chunks: Chunk[] = [];
  let [b, o, t] = [0, 0, 0];
  for (let at = 0; at <= base.length; at += 1) {
    const isEnd = at === base.length;
    const [nextO, nextT] = isEnd ? [ours.length, theirs.length] : [inOurs[at], inTheirs[at]];
    if (nextO === undefined || nextT === undefined) continue;
    if (at > b || nextO > o || nextT > t)
      chunks.push(...compare(base.slice(b, at), ours.slice(o, nextO), theirs.slice(t, nextT)));
    if (!isEnd) {
      const line = base.slice(at, at + 1);
      chunks.push({ kind: 'same', base: line, ours: line, theirs: line });
    }
    [b, o, t] = [at + 1, nextO + 1, nextT + 1];
  }
  return chunks;
}

/** Which part of the other text each part of the base is. */
function matchIn(base: readonly string[], other: readonly string[]): readonly (number | undefined)[] {
  const found: (number | undefined)[] = [];
  let place = 0;
  for (const { kind } of diffParts(base, other)) {
    if (kind === 'same') found.push(place);
    else if (kind === 'removed') found.push(undefined);
    if (kind !== 'removed') place += 1;
  }
  return found;
}

function compare(base: readonly string[], ours: readonly string[], theirs: readonly string[]): Chunk[] {
  if (areEqual(ours, theirs)) return [{ kind: 'same', base, ours, theirs }];
  if (areEqual(base, ours)) return [{ kind: 'theirs', base, ours, theirs }];
  if (areEqual(base, theirs)) return [{ kind: 'ours', base, ours, theirs }];
  return [{ kind: 'conflict', base, ours, theirs }];
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
