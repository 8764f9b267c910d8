import type { FileRecord, LayoutRecord } from './database.ts';
import { keptAs } from './served.ts';

const KEY = 'signalbox:unsaved';
const PROBE = 'signalbox:probe';

/** Texts that were not yet durable when the page went away, kept where writing takes no time. */
export interface Delta {
  readonly writer: string;
  /** The highest revision that there was, of what it was writing too: what it wrote up to that is older than these texts. Absent: none. */
  readonly highest?: number;
  readonly files: readonly {
    readonly path: string;
    /** Null: deleted. */
    readonly text: string | null;
    /** The durable revision the text was made from; 0 for a new file. */
    readonly base: number;
  }[];
  /** Arrangements changed since the last write. */
  readonly layouts: readonly LayoutRecord[];
  /** Paths of files, changed or not, that the user has not trusted. Absent: an earlier version wrote it. */
  readonly untrusted?: readonly string[];
}

export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keeps a delta at once; false when it does not fit or storage is blocked. An empty one clears. */
export function stashDelta(store: TextStore, delta: Delta): boolean {
  try {
    if (delta.files.length === 0 && delta.layouts.length === 0) store.removeItem(keptAs(KEY));
    else store.setItem(keptAs(KEY), JSON.stringify(delta));
    return true;
  } catch {
    return false;
  }
}

/** Whether the store takes anything at all. */
export function canStash(store: TextStore): boolean {
  try {
    store.setItem(PROBE, '');
    store.removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}

/** Reads the delta that was kept, if there is one that makes sense. */
export function readDelta(store: TextStore): Delta | null {
  try {
    const delta: unknown = JSON.parse(store.getItem(keptAs(KEY)) ?? 'null');
    return isDelta(delta) ? delta : null;
  } catch {
    return null;
  }
}

/** What a delta means for the stored files. */
export interface Replay {
  /** Texts to put in the place of the stored ones; null deletes. */
  readonly changed: ReadonlyMap<string, string | null>;
  /** Texts that another tab has overtaken: kept next to the newer ones under a name of their own. */
  readonly overtaken: ReadonlyMap<string, string>;
}

/**
 * Decides by revision what of a delta still counts. A file counts while its stored revision is the one the text was made
 * from, or one that the same tab was writing as the delta was kept. One that this tab wrote later is newer than the delta; one written since
 * by another tab stays, and the delta's text is set next to it.
 */
export function replayDelta(delta: Delta, stored: readonly FileRecord[]): Replay {
  const records = new Map(stored.map((record) => [record.path, record]));
  const changed = new Map<string, string | null>();
  const overtaken = new Map<string, string>();
  for (const { path, text, base } of delta.files) {
    const record = records.get(path);
    const isOlder = record?.writer === delta.writer && record.revision <= (delta.highest ?? 0);
    if ((record?.revision ?? 0) === base || isOlder) {
      if (text !== (record?.text ?? null)) changed.set(path, text);
    } else if (text !== null && record?.text !== text && record?.writer !== delta.writer) {
      overtaken.set(path, text);
    }
  }
  return { changed, overtaken };
}

function isDelta(value: unknown): value is Delta {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('files' in value) ||
    !('writer' in value) ||
    !('layouts' in value)
  ) {
    return false;
  }
  const { files, writer, layouts } = value;
  return (
    typeof writer === 'string' &&
    Array.isArray(layouts) &&
    Array.isArray(files) &&
    files.every(
      (file: unknown) =>
        typeof file === 'object' &&
        file !== null &&
        'path' in file &&
        typeof file.path === 'string' &&
        'text' in file &&
        (file.text === null || typeof file.text === 'string') &&
        'base' in file &&
        typeof file.base === 'number',
    )
  );
}

const SETTINGS_KEY = 'signalbox:unsaved-settings';

/** Keeps small settings at once, while a page goes away; null clears. Where storage is full or blocked they are not kept. */
export function stashSettings(store: TextStore, settings: object | null): void {
  try {
    if (settings === null) store.removeItem(keptAs(SETTINGS_KEY));
    else store.setItem(keptAs(SETTINGS_KEY), JSON.stringify(settings));
  } catch {
    // They are small comforts, written again with the next change.
  }
}

/** Stored settings with those that were put aside over them; what makes no sense is omitted. */
export function addStashedSettings(store: TextStore, stored: unknown): unknown {
  try {
    const stashed: unknown = JSON.parse(store.getItem(keptAs(SETTINGS_KEY)) ?? 'null');
    return typeof stashed === 'object' && stashed !== null ? Object.assign({}, stored, stashed) : stored;
  } catch {
    return stored;
  }
}
