import { equalJson, isJsonObject, type Json, ownValue } from '../../base/index.ts';

/** A value in a run on each of four texts; undefined: it is not there. */
export interface FourValues {
  readonly base: Json | undefined;
  readonly ours: Json | undefined;
  readonly theirs: Json | undefined;
  readonly merged: Json | undefined;
}

/** A value that is not what the changes of both sides lead one to expect, and where it is: keys and indexes. */
export interface Unforeseen extends FourValues {
  readonly path: readonly string[];
}

/**
 * Finds the first value of a run on a merged text that no one has seen so, part by part: what one side alone changed is to be as on that
 * side, what both changed as on one of them. Null where each is.
 */
export function findUnforeseen(values: FourValues, path: readonly string[] = []): Unforeseen | null {
  const { base, ours, theirs, merged } = values;
  const [isOurs, isTheirs] = [equal(merged, ours), equal(merged, theirs)];
  if (isOurs && isTheirs) return null;
  const parts = partsOf(values);
  if (parts !== null) {
    for (const key of parts) {
      const found = findUnforeseen(
        {
          base: partOf(base, key),
          ours: partOf(ours, key),
          theirs: partOf(theirs, key),
          merged: partOf(merged, key),
        },
        [...path, key],
      );
      if (found !== null) return found;
    }
    return null;
  }
  // What neither has is foreseen by no one, whether they agree or not.
  const isForeseen = equal(base, ours) ? isTheirs : equal(base, theirs) ? isOurs : isOurs || isTheirs;
  return isForeseen ? null : { ...values, path };
}

/** The keys of the parts that are compared one by one; null where the whole is: not all have parts, or lists have other lengths. */
function partsOf({ ours, theirs, merged }: FourValues): readonly string[] | null {
  const three = [ours, theirs, merged];
  if (three.every((each) => each !== undefined && isJsonObject(each)))
    return [...new Set(three.flatMap((each) => Object.keys(each as object)))];
  const lists = three.filter((each) => Array.isArray(each));
  const length = lists[0]?.length;
  if (lists.length < three.length || lists.some((list) => list.length !== length)) return null;
  return Array.from({ length: length ?? 0 }, (_, index) => String(index));
}

function partOf(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return value !== undefined && isJsonObject(value) ? ownValue(value, key) : undefined;
}

function equal(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equalJson(a, b);
}
