import { type CardFrame, type Layout, NOTE_COLORS, type Note, type NoteColor, type Point } from '../../text/index.ts';

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

/** The shortest side of a note, px: one line of text and its border. */
const LEAST_SIDE = 40;
/** The longest side of a note, px. */
const MOST_SIDE = 10_000;
/** The longest text of a note, in characters: a page in a book has 3,000. */
const MOST_TEXT = 100_000;
/** The longest title of a frame, in characters. */
const MOST_TITLE = 500;

/** What was read of a list of notes or frames: those, and entries that are none, each with what is wrong with it. */
interface EntriesRead<T> {
  readonly read: readonly T[];
  readonly unread: readonly unknown[];
  /** What is wrong with each entry of `unread`, such as `its text is missing`. */
  readonly reasons: readonly string[];
}

/** Reads the notes of a layout file: a list of `{id, x, y, width, height, color, text}`. Never throws. */
function readNotes(written: unknown): EntriesRead<Note> {
  const ids = new Set<string>();
  return readEntries(written, (entry) => {
    const note = readNote(entry, ids);
    if (typeof note !== 'string') ids.add(note.id);
    return note;
  });
}

/** Reads the frames of a layout file: a list of `{id, title, text, color, tasks}`, each task in one of them. Never throws. */
function readFrames(written: unknown): EntriesRead<CardFrame> {
  const ids = new Set<string>();
  const framed = new Set<string>();
  return readEntries(written, (entry) => {
    const frame = readFrame(entry, { ids, framed });
    if (typeof frame === 'string') return frame;
    ids.add(frame.id);
    for (const task of frame.tasks) framed.add(task);
    return frame;
  });
}

function readEntries<T>(written: unknown, readOne: (entry: unknown) => T | string): EntriesRead<T> {
  const entries: readonly unknown[] = Array.isArray(written) ? written : written === undefined ? [] : [written];
  const read: T[] = [];
  const unread: unknown[] = [];
  const reasons: string[] = [];
  for (const entry of entries) {
    const one = readOne(entry);
    if (typeof one === 'string') {
      unread.push(entry);
      reasons.push(one);
    } else read.push(one);
  }
  return { read, unread, reasons };
}

/** One note, or what is wrong with it. */
function readNote(entry: unknown, taken: ReadonlySet<string>): Note | string {
  if (!isRecord(entry)) return 'it is not a map of members';
  const { id, x, y, width, height, color, text, ...more } = entry;
  if (typeof id !== 'string' || id === '') return 'it has no id';
  if (taken.has(id)) return `another note has the id ${JSON.stringify(id)}`;
  if (!isPlace(x) || !isPlace(y)) return 'its x and y are not numbers';
  if (!isSide(width) || !isSide(height)) return `its width and height are not between ${LEAST_SIDE} and ${MOST_SIDE}`;
  if (!isColor(color)) return WRONG_COLOR;
  if (!isText(text, MOST_TEXT)) return WRONG_TEXT;
  return { ...more, id, x, y, width, height, color, text };
}

/** What frames before this one have: ids, and tasks. */
interface Taken {
  readonly ids: ReadonlySet<string>;
  readonly framed: ReadonlySet<string>;
}

/** One frame, or what is wrong with it. */
function readFrame(entry: unknown, taken: Taken): CardFrame | string {
  if (!isRecord(entry)) return 'it is not a map of members';
  const { id, title, text = '', color, tasks, ...more } = entry;
  if (typeof id !== 'string' || id === '') return 'it has no id';
  if (taken.ids.has(id)) return `another frame has the id ${JSON.stringify(id)}`;
  if (!isText(title, MOST_TITLE)) return `its title is not a text of at most ${MOST_TITLE} characters`;
  if (!isColor(color)) return WRONG_COLOR;
  if (!isText(text, MOST_TEXT)) return WRONG_TEXT;
  if (!Array.isArray(tasks) || tasks.length === 0 || !tasks.every((task: unknown) => typeof task === 'string'))
    return 'its tasks are not a list of ids';
  const ids: readonly string[] = [...new Set(tasks)];
  const twice = ids.find((task) => taken.framed.has(task));
  if (twice !== undefined) return `the task ${JSON.stringify(twice)} is in another frame`;
  return { ...more, id, title, text, color, tasks: ids };
}

const WRONG_COLOR = `its color is not one of ${NOTE_COLORS.join(', ')}`;
const WRONG_TEXT = `its text is not a text of at most ${MOST_TEXT} characters`;

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most;
}

function isSide(value: unknown): value is number {
  return isPlace(value) && value >= LEAST_SIDE && value <= MOST_SIDE;
}

function isColor(value: unknown): value is NoteColor {
  return NOTE_COLORS.some((color) => color === value);
}

/** Farther out than any canvas shows; a position beyond is a mistake in the file. */
const FARTHEST = 1_000_000;

/** Whether JSON is a map of members. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether JSON is a number that can be a place on the canvas, px. */
function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= FARTHEST;
}
