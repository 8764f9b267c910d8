/** A plain value of any depth, as JSON has it. */
export type PlainValue =
  | null
  | boolean
  | number
  | string
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/** One visible line of a value's tree. */
export interface ValueRow {
  /** JSON pointer from the root: unique, and the key of the row. */
  readonly id: string;
  readonly depth: number;
  /** Key or index in the parent; null at the root. */
  readonly name: string | null;
  /** The value in one short line. */
  readonly preview: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'null' | 'list' | 'map';
  readonly isOpen: boolean;
  readonly isEmpty: boolean;
  readonly value: PlainValue;
  /** How an expression reads it, relative to the root: `.items[0].name`, `['odd key']`; empty at the root. */
  readonly path: string;
  /** Set on the line that represents hidden children: how many there are. */
  readonly hidden?: number;
}

/** Children of one list or map that are shown before a line offers more. */
export const CHILD_LIMIT = 200;

/** How many more that line shows: what takes the page no longer than a frame or two. */
export const MORE_CHILDREN = 5_000;

const PREVIEW_LENGTH = 120;

export interface RowOptions {
  /** Ids of open lists and maps. */
  readonly open: ReadonlySet<string>;
  /** How many children of a list or map are shown, by its id, where that was asked for. */
  readonly shown: ReadonlyMap<string, number>;
  /** What a search found: where it leads, only that shows. */
  readonly found?: FoundValues | undefined;
}

/** Ids of the parts a search found, and of the lists and maps that hold them. */
export interface FoundValues {
  readonly matches: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
}

/** The visible lines of a value, top to bottom. Only open parts are visited, and of large ones what is shown. */
export function toValueRows(value: PlainValue, options: RowOptions): readonly ValueRow[] {
  const rows: ValueRow[] = [];
  const leads = options.found === undefined ? null : listLeads(options.found.matches);
  addRows(rows, { id: '', depth: 0, name: null, path: '', value }, { ...options, leads });
  return rows;
}

/** How many lines a list, or a result, may have in all to be open at first. */
const MOST_AT_ONCE = { list: 20, result: 40 };

/**
 * What of a value is open at first: of a short list, and of a short result of whatever kind, everything, for what the entries are
 * says little; else the value itself.
 */
export function openAtFirst(value: PlainValue, isResult = false): ReadonlySet<string> {
  const root: ReadonlySet<string> = new Set(['']);
  if (!isResult && !Array.isArray(value)) return root;
  const most = isResult ? MOST_AT_ONCE.result : MOST_AT_ONCE.list;
  for (let open = root; ; ) {
    const rows = toValueRows(value, { open, shown: new Map() });
    if (rows.length > most) return root;
    const closed = rows.filter(({ isOpen, isEmpty }) => !isOpen && !isEmpty);
    if (closed.length === 0) return open;
    open = new Set([...open, ...closed.map(({ id }) => id)]);
  }
}

type ValueNode = Pick<ValueRow, 'id' | 'depth' | 'name' | 'path' | 'value'>;

/** `leads`: of each part that leads to what was found, the ids of those inside that do, in order. */
interface Walk extends RowOptions {
  readonly leads: ReadonlyMap<string, ReadonlySet<string>> | null;
}

function addRows(rows: ValueRow[], place: ValueNode, walk: Walk): void {
  const { id, value } = place;
  const leads = walk.leads?.get(id);
  const count = countOf(value);
  const isOpen = leads !== undefined || (walk.open.has(id) && count > 0);
  rows.push({ ...place, preview: previewOf(value), kind: kindOf(value), isOpen, isEmpty: count === 0 });
  if (!isOpen) return;
  const most = walk.shown.get(id) ?? CHILD_LIMIT;
  const children =
    leads === undefined ? childrenOf(place, most) : [...leads].slice(0, most).map((child) => childAt(place, child));
  for (const child of children) addRows(rows, child, walk);
  const hidden = (leads?.size ?? count) - children.length;
  if (hidden > 0) rows.push(toMore(place, hidden));
}

/** The line that offers more of a list or map. */
function toMore(place: ValueNode, hidden: number): ValueRow {
  const rest = { ...place, id: `${place.id}/…`, depth: place.depth + 1, name: null, value: null };
  const [next, all] = [Math.min(hidden, MORE_CHILDREN), hidden].map((count) => count.toLocaleString('en'));
  const preview = next === all ? `Show ${all} more` : `Show ${next} more of ${all}`;
  return { ...rest, preview, kind: 'null', isOpen: false, isEmpty: true, hidden };
}

function listLeads(matches: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const leads = new Map<string, Set<string>>();
  for (const match of matches)
    for (let [at, end] = [match, match.lastIndexOf('/')]; end >= 0; end = at.lastIndexOf('/')) {
      const around = at.slice(0, end);
      const inside = leads.get(around) ?? new Set();
      if (inside.has(at)) break;
      leads.set(around, inside.add(at));
      at = around;
    }
  return leads;
}

/** The keys of maps: to list those of a large one takes long. */
const keys = new WeakMap<object, readonly string[]>();

/** The keys of a map, in order; none of anything else. They are listed once. */
export function keysOf(value: PlainValue): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const known = keys.get(value) ?? Object.keys(value);
  keys.set(value, known);
  return known;
}

function countOf(value: PlainValue): number {
  return Array.isArray(value) ? value.length : keysOf(value).length;
}

/** What is inside a list or map, the first `most` of it. */
function childrenOf(place: ValueNode, most: number): readonly ValueNode[] {
  const { value } = place;
  if (Array.isArray(value))
    return value.slice(0, most).map((item: PlainValue, index) => toChild(place, String(index), item));
  return keysOf(value)
    .slice(0, most)
    .map((key) => toChild(place, key, memberOf(value, key)));
}

/** A member of a map; null where it has none. */
export function memberOf(map: PlainValue, key: string): PlainValue {
  return (map as { readonly [key: string]: PlainValue })[key] ?? null;
}

/** The part inside of a list or map with an id. */
function childAt(place: ValueNode, id: string): ValueNode {
  const key = id
    .slice(place.id.length + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const { value } = place;
  const item: PlainValue = Array.isArray(value) ? (value[Number(key)] ?? null) : memberOf(value, key);
  return toChild(place, key, item);
}

function toChild({ id, depth, path, value: around }: ValueNode, name: string, value: PlainValue): ValueNode {
  const isItem = Array.isArray(around);
  return {
    id: `${id}/${isItem ? name : toPointer(name)}`,
    depth: depth + 1,
    name,
    path: path + (isItem ? `[${name}]` : memberPath(name)),
    value,
  };
}

/** A key as it is in an id. */
export function toPointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** `.name` where an expression allows it after a dot, else `['name']`. */
export function memberPath(key: string): string {
  if (/^[A-Za-z_$][\w$]*(-[\w$]+)*$/.test(key)) return `.${key}`;
  return `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

export function kindOf(value: PlainValue): ValueRow['kind'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'map';
  }
}

/** A value in one line: text in quotes and cut, lists and maps by their size. */
export function previewOf(value: PlainValue): string {
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  if (typeof value === 'object' && value !== null) {
    const names = keysOf(value).slice(0, 30);
    return names.length === 0 ? '{}' : `{ ${cut(names.join(', '), 60)} }`;
  }
  return typeof value === 'string' ? escapeHidden(JSON.stringify(cut(value, PREVIEW_LENGTH))) : String(value);
}

/** Whether a value is a text that one line does not show whole. */
export function isCutText(value: PlainValue): value is string {
  return typeof value === 'string' && (value.length > PREVIEW_LENGTH || value.includes('\n'));
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** Marks that turn text around (bidi), breaks that are none in JSON, and spaces without width: a reader would not see them. */
const HIDDEN = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** JSON, or a part of it, with `\u202e` in the place of each mark that would not be seen, or would turn what follows around. It says the same. */
export function escapeHidden(json: string): string {
  return json.replace(HIDDEN, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
