/** The library of Restate. */
export type Restate = typeof import('@restatedev/restate-sdk');

/**
 * Loads the library of Restate, which needs `Promise.withResolvers`: Node 20 lacks it, and without it calls never end.
 */
export async function loadRestate(): Promise<Restate> {
  provideWithResolvers(Promise as { withResolvers?: unknown });
  return import('@restatedev/restate-sdk');
}

/** Adds `withResolvers` to a constructor of promises that lacks it. */
export function provideWithResolvers(constructor: { withResolvers?: unknown }): void {
  constructor.withResolvers ??= withResolvers;
}

function withResolvers(): { readonly promise: Promise<unknown>; readonly resolve: unknown; readonly reject: unknown } {
  let resolve: unknown;
  let reject: unknown;
  const promise = new Promise((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
