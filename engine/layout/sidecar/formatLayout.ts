import type { Layout, Note } from '../../text/index.ts';

/**
 * The text of a `<name>.layout.json` sidecar, read back by {@link readLayout}. One line per task, sorted by id, and one per
 * note and frame, places rounded to whole px: small moves make small diffs. What was not read is at the end as it was.
 */
export function formatLayout({ positions, collapsed, notes = [], frames = [], unread = {} }: Layout): string {
  const places = [...positions]
    .sort(([a], [b]) => compare(a, b))
    .map(([id, { x, y }]) => `    ${JSON.stringify(id)}: { "x": ${Math.round(x)}, "y": ${Math.round(y)} }`);
  const folded = [...collapsed].sort(compare).map((id) => JSON.stringify(id));
  const { notes: unreadNotes, frames: unreadFrames, ...more } = unread;
  const members = [
    '  "version": 1',
    `  "positions": ${places.length === 0 ? '{}' : `{\n${places.join(',\n')}\n  }`}`,
    `  "collapsed": [${folded.join(', ')}]`,
    ...writeList('notes', notes.map(roundPlaces), unreadNotes),
    ...writeList('frames', frames, unreadFrames),
    ...Object.entries(more).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  return `{\n${members.join(',\n')}\n}\n`;
}

/** A member with one entry to a line, those that were not read last; nothing where there are none. */
function writeList(name: string, entries: readonly unknown[], unread: unknown): readonly string[] {
  const all = [...entries, ...(Array.isArray(unread) ? unread : [])];
  if (all.length === 0) return [];
  return [`  "${name}": [\n${all.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`];
}

function roundPlaces(note: Note): Note {
  const [x, y] = [Math.round(note.x), Math.round(note.y)];
  return { ...note, x, y, width: Math.round(note.width), height: Math.round(note.height) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
