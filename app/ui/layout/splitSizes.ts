/** Sizes by id of the pane. */
export interface Sizes {
  readonly [pane: string]: number;
}

/** The sizes of a group of panes that this device remembers. */
export function readSizes(group: string): Sizes {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(group)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, size]) => Number.isFinite(size) && size > 0));
  } catch {
    return {};
  }
}

/** Remembers them. Sizes are a comfort: where the browser gives no storage they are forgotten, nothing more. */
export function writeSizes(group: string, sizes: Sizes): void {
  try {
    localStorage.setItem(keyOf(group), JSON.stringify(sizes));
  } catch {
    // Full or blocked: see above.
  }
}

function keyOf(group: string): string {
  return `signalbox:split:${group}`;
}
