/** What a browser has to have, by the name that developers know it by. All are in Chrome 116, Firefox 125 and Safari 17.4. */
const NEEDED: readonly (readonly [name: string, isThere: (page: Page) => boolean])[] = [
  ['JavaScript modules', ({ HTMLScriptElement }) => 'noModule' in HTMLScriptElement.prototype],
  ['Array.prototype.toSorted', ({ Array }) => 'toSorted' in Array.prototype],
  ['AbortSignal.any', ({ AbortSignal }) => AbortSignal !== undefined && 'any' in AbortSignal],
  ['popover', ({ HTMLElement }) => 'popover' in HTMLElement.prototype],
];

type Page = Pick<typeof globalThis, 'HTMLScriptElement' | 'Array' | 'HTMLElement'> & {
  readonly AbortSignal?: typeof AbortSignal;
};

/** The first thing that a browser is too old to have; null: it has all that Signalbox needs. */
export function findMissing(page: Page): string | null {
  const missing = NEEDED.find(([, isThere]) => !isThere(page));
  return missing === undefined ? null : missing[0];
}
