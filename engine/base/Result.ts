/** The outcome of something that can be refused or can fail as a matter of course. Never thrown. */
export type Result<T, E> = Ok<T> | Err<E>;

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

/** Wraps a value as a success. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** Wraps a reason as a failure. */
export function err<E>(error: E): Err<E> {
  return { ok: false, error };
}

/** Closes an exhaustive `switch`: a case that the types rule out. Throws, since reaching it is a bug. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
