import type { TextStore } from './delta.ts';
import { keptAs } from './served.ts';

const KEY = 'signalbox:unsaved-settings';

/** Keeps small settings at once, while a page goes away; null clears. Where storage is full or blocked they are not kept. */
export function stashSettings(store: TextStore, settings: object | null): void {
  try {
    if (settings === null) store.removeItem(keptAs(KEY));
    else store.setItem(keptAs(KEY), JSON.stringify(settings));
  } catch {
    // They are small comforts, written again with the next change.
  }
}

/** Stored settings with those that were put aside over them; what makes no sense is omitted. */
export function addStashedSettings(store: TextStore, stored: unknown): unknown {
  try {
    const stashed: unknown = JSON.parse(store.getItem(keptAs(KEY)) ?? 'null');
    return typeof stashed === 'object' && stashed !== null ? Object.assign({}, stored, stashed) : stored;
  } catch {
    return stored;
  }
}
