import type { Layout, Point } from '../../text/index.ts';
import { isPlace, isRecord } from './isRecord.ts';
import { readFrames, readNotes } from './readEntries.ts';

/**
 * Reads the text of a `<name>.layout.json` sidecar: `{"version": 1, "positions": {id: {x, y}}, "collapsed": [id], "notes": [note],
 * "frames": [frame]}`.
 * Tolerant: positions that make no sense are omitted; what a person wrote and this version cannot read is kept in `unread`.
 * Null when the text is no such file. Never throws.
 */
export function readLayout(text: string): Layout | null {
  const json: unknown = parse(text);
  if (!isRecord(json) || ('version' in json && json['version'] !== 1)) return null;
  const { version: _, positions: places, collapsed: folded, notes: written, frames: around, ...more } = json;
  const positions = new Map<string, Point>();
  if (isRecord(places)) {
    for (const [id, at] of Object.entries(places)) {
      if (isRecord(at) && isPlace(at['x']) && isPlace(at['y'])) positions.set(id, { x: at['x'], y: at['y'] });
    }
  }
  const collapsed = Array.isArray(folded) ? folded.filter((id: unknown) => typeof id === 'string') : [];
  const notes = readNotes(written);
  const frames = readFrames(around);
  const unread = {
    ...more,
    ...(notes.unread.length > 0 ? { notes: notes.unread } : {}),
    ...(frames.unread.length > 0 ? { frames: frames.unread } : {}),
  };
  return {
    positions,
    collapsed: new Set(collapsed),
    ...(notes.read.length > 0 ? { notes: notes.read } : {}),
    ...(frames.read.length > 0 ? { frames: frames.read } : {}),
    ...(Object.keys(unread).length > 0 ? { unread } : {}),
  };
}

/** What is wrong with the notes that a layout keeps unread, one message each; none where all of them are drawn. */
export function listBadNotes({ notes = [], unread }: Layout): readonly string[] {
  return readNotes([...notes, ...listOf(unread?.['notes'])]).reasons;
}

/** As {@link listBadNotes}, of frames. */
export function listBadFrames({ frames = [], unread }: Layout): readonly string[] {
  return readFrames([...frames, ...listOf(unread?.['frames'])]).reasons;
}

function listOf(bad: unknown): readonly unknown[] {
  return Array.isArray(bad) ? bad : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return null;
  }
}
