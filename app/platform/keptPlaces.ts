import { keptAs } from './served.ts';

const KEY = 'signalbox:places';
/** Most files whose places are kept, and most characters of all of them. */
const MOST_FILES = 8;
const MOST_TEXT = 500_000;

/** Where the cards of a file were drawn, as plain data. */
export interface KeptPlaces {
  readonly path: string;
  /** Of the graph and all else that the places rest on. */
  readonly shape: string;
  readonly placements: readonly (readonly [string, unknown])[];
  readonly lanes: readonly unknown[];
}

/** What is kept of each file, the newest first. Empty where storage is blocked or holds something else. */
export function readKeptPlaces(): readonly KeptPlaces[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptAs(KEY)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** Keeps places at once, the newest files first, as far as there is room. They are a comfort: where there is none they are made again. */
export function writeKeptPlaces(kept: readonly KeptPlaces[]): void {
  let length = 0;
  const texts = kept.slice(0, MOST_FILES).flatMap((file) => {
    const text = JSON.stringify(file);
    length += text.length;
    return length > MOST_TEXT ? [] : [text];
  });
  try {
    localStorage.setItem(keptAs(KEY), `[${texts.join()}]`);
  } catch {
    // Full or blocked: see above.
  }
}

function isKept(value: unknown): value is KeptPlaces {
  if (typeof value !== 'object' || value === null) return false;
  if (!('path' in value && 'shape' in value && 'placements' in value && 'lanes' in value)) return false;
  const { path, shape, placements, lanes } = value;
  const areTexts = typeof path === 'string' && typeof shape === 'string';
  return areTexts && Array.isArray(placements) && placements.every(Array.isArray) && Array.isArray(lanes);
}
