/** A value that outlives components and is watched by them, by `useSyncExternalStore`. */
export interface ExternalStore<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** Answers with a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createExternalStore<T>(initial: T): ExternalStore<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
