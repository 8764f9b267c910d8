import { ApiProblem } from '../ApiProblem.ts';

/** How much may be in a body, besides its bytes: what that costs grows with the count of its parts, not with their length. */
export interface BodyBounds {
  /** Lists and maps inside of each other in JSON. */
  readonly depth: number;
  /** Values of JSON in all: texts, numbers, lists, maps and so on. */
  readonly values: number;
  /** Keys of one map of JSON. */
  readonly keys: number;
  /** Fields of a form. */
  readonly fields: number;
  /** Characters of a number in JSON. */
  readonly digits: number;
}

/** Looks at the bytes of a body as they arrive, before anything is made of them. */
export interface BodyGate {
  /** Takes the next bytes. Throws an {@link ApiProblem} once there is too much, or what can be read in two ways. */
  take(bytes: Uint8Array): void;
  /** There are no more of them. Throws as `take`. */
  end(): void;
}

/** A body that has more of something than is taken. */
export function tooMany(what: string, allowed: number, place: string): ApiProblem {
  const most = allowed.toLocaleString('en');
  return new ApiProblem('TOO_LARGE', `The body has too many ${what}: the limit is ${most}, and ${place} exceeds it.`);
}

/** What a body without a shape of its own goes through: only its bytes are counted, by whoever reads it. */
export const OPEN_GATE: BodyGate = { take: () => undefined, end: () => undefined };
