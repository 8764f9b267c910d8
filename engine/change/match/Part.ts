import { type Data, isDataMap, toJson, toText } from '../../base/index.ts';

/** A part of one text and the same part in another. */
export interface Pair<T> {
  readonly before: T;
  readonly after: T;
  /** `likeness`: their ids differ, and what they hold and where they are used says that they are the same. */
  readonly by: 'id' | 'likeness';
}

/** Which parts of two texts are the same. Every part of either is in exactly one of the three. */
export interface Matched<T> {
  /** In the order of the text after. */
  readonly pairs: readonly Pair<T>[];
  /** Those of the text before alone, in its order. */
  readonly removed: readonly T[];
  /** Those of the text after alone, in its order. */
  readonly added: readonly T[];
}

/** A part of a text that has an id, as it is compared with parts of another text. */
export interface Part<T> {
  readonly part: T;
  readonly id: string;
  /** Reads what it holds, without its id and without where it leads. Asked for, as its links are, only where no id says which part it is. */
  readonly readLeaves: () => Leaves;
  /** The part it is in; null at the top. */
  readonly parent: T | null;
  /** The parts before and after it in its list; null at the ends. */
  readonly behind: T | null;
  readonly ahead: T | null;
  /** How others lead to it and where it leads: the way, and the part at the other end. */
  readonly readLinks: () => readonly Link<T>[];
}

export interface Link<T> {
  readonly way: string;
  readonly other: T;
}

/** The scalars inside of a part, by their paths. */
export type Leaves = ReadonlyMap<string, Leaf>;

/** A part that is compared by what it holds. */
export interface OpenPart<T> extends Part<T> {
  readonly leaves: Leaves;
  readonly links: readonly Link<T>[];
}

/** A value inside of a part: its words, and how much it says. */
export interface Leaf {
  readonly text: string;
  readonly words: readonly string[];
  readonly weight: number;
}

/** Texts longer than this say no more than one that is so long. */
const MOST_WORDS = 200;

/** The scalars of a value by their paths. `skip` omits what is under a key anywhere in it. */
export function readLeaves(data: Data, skip: ReadonlySet<string>): Leaves {
  const leaves = new Map<string, Leaf>();
  collect(data, '', skip, leaves);
  return leaves;
}

function collect(data: Data, path: string, skip: ReadonlySet<string>, leaves: Map<string, Leaf>): void {
  if (isDataMap(data)) {
    for (const [key, value] of data) if (!skip.has(key)) collect(value, `${path}/${key}`, skip, leaves);
  } else if (Array.isArray(data)) {
    for (const [index, value] of data.entries()) collect(value, `${path}/${index}`, skip, leaves);
  } else {
    const text = toText(toJson(data));
    const words = (text.match(/[\p{L}\p{N}_-]+|[^\s\p{L}\p{N}_-]/gu) ?? []).slice(0, MOST_WORDS);
    leaves.set(path, { text, words, weight: 1 + Math.min(3, words.length / 8) });
  }
}
