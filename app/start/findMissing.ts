/**
 * The newest things that all of the app rests on, by the names that developers know them by. No browser has had all three before
 * Chrome 116, Firefox 125 and Safari 17.4, which have everything else that the app needs, too.
 */
const NEEDED: readonly (readonly [name: string, isThere: (page: Page) => boolean])[] = [
  ['Array.prototype.toSorted', ({ Array }) => 'toSorted' in Array.prototype],
  ['AbortSignal.any', ({ AbortSignal }) => 'any' in AbortSignal],
  ['popover', ({ HTMLElement }) => 'popover' in HTMLElement.prototype],
];

type Page = Pick<typeof globalThis, 'Array' | 'AbortSignal' | 'HTMLElement'>;

/** The first thing that a browser is too old to have; null: it has all that Signalbox needs. */
export function findMissing(page: Page): string | null {
  const missing = NEEDED.find(([, isThere]) => !isThere(page));
  return missing === undefined ? null : missing[0];
}
