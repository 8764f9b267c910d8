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
