/** A place in the app, as the part of the page's address after `#` names it: only names and numbers, no value of a file or run. */
export interface Address {
  /** Path of the open file; null: none. */
  readonly path: string | null;
  /** Id of the run on screen, as the session knows it. */
  readonly run: string | null;
  /** Id of the run inside that one which has the step; null: the one on screen has it. */
  readonly inside: string | null;
  /** Number of the chosen step: an activation of a task, of a round or of an item. */
  readonly step: number | null;
  /** The selected task, where no step of it is chosen. */
  readonly task: string | null;
  /** After how many events the run is looked at, from 1; null: now. */
  readonly event: number | null;
}

/** Most characters of an address that are read. */
const LONGEST = 4000;

/** An address as text: `#/folder/file.yaml?run=…&step=12&event=340`. */
export function formatAddress({ path, run, inside, step, task, event }: Address): string {
  const fields = Object.entries({ run, inside, step, task, event }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const file = (path ?? '').split('/').map(encodeURIComponent).join('/');
  return `#/${file}${fields.length === 0 ? '' : `?${fields.join('&')}`}`;
}

/** Reads the part of an address from `#` on; null where it names no place: the token of `signalbox open`, say. */
export function parseAddress(hash: string): Address | null {
  if (!hash.startsWith('#/') || hash.length > LONGEST) return null;
  const [file = '', query = ''] = hash.slice(2).split('?', 2);
  const fields = new URLSearchParams(query);
  const path = decode(file);
  if (path === null) return null;
  return {
    path: path === '' ? null : path,
    run: fields.get('run') || null,
    inside: fields.get('inside') || null,
    step: readNumber(fields.get('step')),
    task: fields.get('task') || null,
    event: readNumber(fields.get('event')),
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function readNumber(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}
