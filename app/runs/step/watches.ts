/** Where expressions that are watched are kept on this device, by file. */
const KEY = 'signalbox.watches';

/** How many are kept for a file. */
const MOST = 20;

/** The expressions that are watched in runs of a file. */
export function readWatches(path: string): readonly string[] {
  const { [path]: own } = readAll();
  return Array.isArray(own) ? own.filter((each): each is string => typeof each === 'string').slice(0, MOST) : [];
}

/** Watches other expressions in runs of a file. Where the browser keeps nothing they hold until the panel closes. */
export function changeWatches(path: string, watches: readonly string[]): void {
  const { [path]: _, ...others } = readAll();
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(watches.length === 0 ? others : { ...others, [path]: watches.slice(0, MOST) }),
    );
  } catch {
    // Full, or blocked: nothing else depends on it.
  }
}

function readAll(): Readonly<Record<string, unknown>> {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof all === 'object' && all !== null ? { ...all } : {};
  } catch {
    return {};
  }
}
