/** Most outermost runs in the history, besides those that are kept, tagged or not finished. */
const MOST = 5_000;

/** As many where the browser has given more than half of the storage that this site may use. */
const FEW = 500;

/** How many runs the history may hold now. */
export async function roomForRuns(): Promise<number> {
  // Browsers without a storage manager, and some private windows, do not tell.
  const { usage = 0, quota = 0 } = (await globalThis.navigator?.storage?.estimate?.().catch(() => null)) ?? {};
  return usage * 2 > quota && quota > 0 ? FEW : MOST;
}
