/** A list or a map on the way to a place. */
export interface Level {
  readonly isMap: boolean;
  /** Of a map: the key that is being read; null before the first. */
  key: string | null;
  /** Of a list: the index that is being read. */
  index: number;
}

/** How many characters of a place, and of a key in it, are shown. */
const LONGEST_PLACE = 160;
const LONGEST_KEY = 60;

/** A place in a body as an expression would read it, such as `input.rows[3]["a b"]`; `its beginning` for the body itself. The middle of a long one is omitted. */
export function placeOf(levels: readonly Level[]): string {
  // Only both ends of a very deep one are shown.
  const shown = levels.length > 80 ? [...levels.slice(0, 40), ...levels.slice(-40)] : levels;
  const place = shown.map(stepOf).join('').replace(/^\./, '');
  if (place === '') return 'its beginning';
  return place.length <= LONGEST_PLACE
    ? place
    : `${place.slice(0, LONGEST_PLACE / 2)}…${place.slice(-LONGEST_PLACE / 2)}`;
}

function stepOf({ isMap, key, index }: Level): string {
  if (!isMap) return `[${index}]`;
  if (key === null) return '';
  const short = key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key;
  return /^[A-Za-z_$][\w$]*$/.test(short) ? `.${short}` : `[${JSON.stringify(short)}]`;
}
