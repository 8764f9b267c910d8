import { createLineIndex, type LineIndex, type Path } from '#engine';
import { type FoundPlace, nameOwner, type OwnerName, placeOf, type TextMatch } from '#engine/search';
import type { FoundFile } from './searchFiles.ts';

/** A row of the list of what was found. Rows that hold others have the number of matches below them. */
export type FindRow = FileRow | OwnerRow | MatchRow;

interface BaseRow {
  readonly id: string;
  readonly level: 1 | 2 | 3;
  /** Among the rows of its parent, from 1. */
  readonly position: number;
  readonly siblings: number;
}

export interface FileRow extends BaseRow {
  readonly kind: 'file';
  readonly path: string;
  readonly count: number;
  readonly isOpen: boolean;
}

export interface OwnerRow extends BaseRow {
  readonly kind: 'owner';
  readonly path: string;
  /** Null in a file that could not be read here. */
  readonly owner: OwnerName | null;
  readonly count: number;
  readonly isOpen: boolean;
}

export interface MatchRow extends BaseRow {
  readonly kind: 'match';
  readonly file: FoundFile;
  readonly match: TextMatch;
  readonly place: FoundPlace | null;
  /** As the format writes it (`with.prompt`); `comment` outside of fields; the line where nothing else is known. */
  readonly field: string;
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** What one place is called in {@link FindState.dismissed}. */
export function keyOf(path: string, { start }: TextMatch): string {
  return `${path} ${start}`;
}

interface OwnerGroup {
  readonly key: string;
  readonly owner: Path | null;
  readonly matches: { readonly match: TextMatch; readonly place: FoundPlace | null }[];
}

const groups = new WeakMap<FoundFile, readonly OwnerGroup[]>();

/** All rows: files, what holds the places, and the places. What is closed keeps its rows to itself. */
export function toFindRows(
  files: readonly FoundFile[],
  { closed, dismissed }: { readonly closed: ReadonlySet<string>; readonly dismissed: ReadonlySet<string> },
): readonly FindRow[] {
  const kept = files.flatMap((file) => {
    const own = groupsOf(file).flatMap((group) => {
      const matches =
        dismissed.size === 0
          ? group.matches
          : group.matches.filter(({ match }) => !dismissed.has(keyOf(file.path, match)));
      return matches.length === 0 ? [] : [{ ...group, matches }];
    });
    const gone = file.matches.length - own.reduce((sum, { matches }) => sum + matches.length, 0);
    return file.count - gone === 0 ? [] : [{ file, own, count: file.count - gone }];
  });
  return kept.flatMap(({ file, own, count }, index) => {
    const id = file.path;
    const isOpen = !closed.has(id);
    const row: FileRow = {
      kind: 'file',
      id,
      level: 1,
      position: index + 1,
      siblings: kept.length,
      path: file.path,
      count,
      isOpen,
    };
    return isOpen
      ? [row, ...own.flatMap((group, at) => ownerRows(file, group, { closed, at, siblings: own.length }))]
      : [row];
  });
}

function ownerRows(
  file: FoundFile,
  { key, owner, matches }: OwnerGroup,
  { closed, at, siblings }: { readonly closed: ReadonlySet<string>; readonly at: number; readonly siblings: number },
): readonly FindRow[] {
  const id = `${file.path} ${key}`;
  const isOpen = !closed.has(id);
  const row: OwnerRow = {
    kind: 'owner',
    id,
    level: 2,
    position: at + 1,
    siblings,
    path: file.path,
    owner: owner === null || file.syntax === null ? null : nameOwner(file.syntax, owner),
    count: matches.length,
    isOpen,
  };
  if (!isOpen) return [row];
  const rows = matches.map(({ match, place }, index): MatchRow => {
    return {
      kind: 'match',
      id: keyOf(file.path, match),
      level: 3,
      position: index + 1,
      siblings: matches.length,
      file,
      match,
      place,
      ...excerptOf(file, match, place),
    };
  });
  return [row, ...rows];
}

/** Matches by what holds them, each in the order of the text. Made once for each result. */
function groupsOf(file: FoundFile): readonly OwnerGroup[] {
  const known = groups.get(file);
  if (known !== undefined) return known;
  const byKey = new Map<string, OwnerGroup>();
  for (const match of file.matches) {
    const place = file.syntax === null ? null : placeOf(file.syntax, match);
    const key = place === null ? 'lines' : `/${place.owner.join('/')}`;
    const group = byKey.get(key) ?? { key, owner: place?.owner ?? null, matches: [] };
    group.matches.push({ match, place });
    byKey.set(key, group);
  }
  const made = [...byKey.values()];
  groups.set(file, made);
  return made;
}

const lineIndexes = new WeakMap<FoundFile, LineIndex>();

function lineOf(file: FoundFile, offset: number): number {
  const lines = lineIndexes.get(file) ?? createLineIndex(file.text);
  lineIndexes.set(file, lines);
  return lines.positionAt(offset).line;
}

/** Characters that are shown before a match: it has to be seen in a narrow panel. */
const LEAD = 12;
/** Characters that are shown after it; the row cuts what has no room. */
const TAIL = 120;

/** The match in its line. A value is shown without what is around it: the row names the field. */
function excerptOf(
  file: FoundFile,
  { start, end }: TextMatch,
  place: FoundPlace | null,
): Pick<MatchRow, 'field' | 'before' | 'found' | 'after'> {
  const { text } = file;
  const feed = text.indexOf('\n', end);
  const line = { start: text.lastIndexOf('\n', start - 1) + 1, end: feed === -1 ? text.length : feed };
  const shown =
    place?.part === 'value'
      ? { start: Math.max(line.start, place.range.start), end: Math.min(line.end, place.range.end) }
      : line;
  const lead = text.slice(shown.start, start).replace(place?.part === 'value' ? /^["']/ : /^[\s-]+/, '');
  return {
    field: place === null ? `line ${lineOf(file, start)}` : nameField(place),
    before: lead.length > LEAD ? `…${lead.slice(-LEAD)}` : lead,
    found: text.slice(start, end),
    after: text
      .slice(end, Math.min(shown.end, end + TAIL))
      .trimEnd()
      .replace(place?.part === 'value' ? /["']$/ : '', ''),
  };
}

function nameField(place: FoundPlace): string {
  if (place.part === 'note') return place.field.length === 0 ? 'comment' : `${place.field.join('.')} (comment)`;
  return place.field.join('.');
}
