import { equalJson, isJsonObject, type Json, type JsonObject } from './Json.ts';

/** One place where two values differ. `path` is read in the newer value, of what was removed in the older one. */
export type ValueChange = { readonly path: readonly (string | number)[] } & (
  | { readonly kind: 'changed'; readonly older: Json; readonly newer: Json }
  | { readonly kind: 'added'; readonly newer: Json }
  | { readonly kind: 'removed'; readonly older: Json }
);

/** Where two values differ, in the order of the newer one; what was removed comes after what its map still has. */
export interface ValueComparison {
  readonly changes: readonly ValueChange[];
  /** True when not all was compared: there are more changes than requested, or the values are too large. */
  readonly isCut: boolean;
}

/** How much of two values is compared. */
interface CompareLimits {
  /** Changes found at most. */
  readonly changes: number;
  /** Pairs of values compared, at most. */
  readonly visits: number;
}

const LIMITS: CompareLimits = { changes: 200, visits: 100_000 };

/**
 * Finds where two values differ, as deep as they are alike: a changed text in a list of maps is one change. Lists of
 * equal length are compared place by place; else what both begin and end with is omitted first. Bounded by `limits`.
 */
export function compareJson(older: Json, newer: Json, limits: CompareLimits = LIMITS): ValueComparison {
  const search = new Comparison(limits);
  search.compare(older, newer, []);
  return { changes: search.changes, isCut: search.isCut };
}

type Path = readonly (string | number)[];

class Comparison {
  readonly changes: ValueChange[] = [];
  isCut = false;
  #visits = 0;
  readonly #limits: CompareLimits;

  constructor(limits: CompareLimits) {
    this.#limits = limits;
  }

  compare(older: Json, newer: Json, path: Path): void {
    this.#visits += 1;
    if (this.#visits > this.#limits.visits) this.isCut = true;
    if (this.isCut || older === newer) return;
    if (Array.isArray(older) && Array.isArray(newer)) this.#compareLists(older, newer, path);
    else if (isJsonObject(older) && isJsonObject(newer)) this.#compareMaps(older, newer, path);
    else this.#add({ path, kind: 'changed', older, newer });
  }

  #compareMaps(older: JsonObject, newer: JsonObject, path: Path): void {
    for (const [key, value] of Object.entries(newer)) {
      if (this.isCut) return;
      if (Object.hasOwn(older, key)) this.compare(older[key] as Json, value, [...path, key]);
      else this.#add({ path: [...path, key], kind: 'added', newer: value });
    }
    for (const [key, value] of Object.entries(older)) {
      if (this.isCut) return;
      if (!Object.hasOwn(newer, key)) this.#add({ path: [...path, key], kind: 'removed', older: value });
    }
  }

  #compareLists(older: readonly Json[], newer: readonly Json[], path: Path): void {
    const shorter = Math.min(older.length, newer.length);
    const [start, end] = older.length === newer.length ? [0, 0] : this.#sharedEnds(older, newer);
    for (let at = start; at < shorter - end && !this.isCut; at += 1)
      this.compare(older[at] as Json, newer[at] as Json, [...path, at]);
    for (let at = shorter - end; at < newer.length - end && !this.isCut; at += 1)
      this.#add({ path: [...path, at], kind: 'added', newer: newer[at] as Json });
    for (let at = shorter - end; at < older.length - end && !this.isCut; at += 1)
      this.#add({ path: [...path, at], kind: 'removed', older: older[at] as Json });
  }

  /** How many items two lists begin and end with alike. */
  #sharedEnds(older: readonly Json[], newer: readonly Json[]): readonly [start: number, end: number] {
    const shorter = Math.min(older.length, newer.length);
    let start = 0;
    while (start < shorter && this.#isSame(older[start], newer[start])) start += 1;
    let end = 0;
    while (end < shorter - start && this.#isSame(older.at(-1 - end), newer.at(-1 - end))) end += 1;
    return [start, end];
  }

  #isSame(older: Json | undefined, newer: Json | undefined): boolean {
    this.#visits += 1;
    return this.#visits <= this.#limits.visits && equalJson(older as Json, newer as Json);
  }

  #add(change: ValueChange): void {
    if (this.changes.length < this.#limits.changes) this.changes.push(change);
    else this.isCut = true;
  }
}
