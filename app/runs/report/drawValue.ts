import { isJsonObject, type Json, type JsonObject, ownValue } from '#engine/values';
import { html, Markup } from './Markup.ts';

/** Most characters of one value that a report holds. */
export const MOST_OF_VALUE = 100_000;

/** Most characters of all its values together. */
export const MOST_OF_REPORT = 16_000_000;

/** A value that is longer is folded: its beginning is seen. */
const FOLDED_FROM = { characters: 700, lines: 14 };
/** Characters of that beginning. */
const BEGINNING = 140;

/** A picture in a value, as pages may show it without asking anyone for it; an SVG could name other addresses. */
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/;
const MOST_OF_IMAGE = 2_000_000;

/** What is left of the room for values in one report. */
export class ValueRoom {
  #left: number;

  constructor(characters: number = MOST_OF_REPORT) {
    this.#left = characters;
  }

  /** How many characters the next value may have. */
  get next(): number {
    return Math.min(MOST_OF_VALUE, this.#left);
  }

  /** Takes the room of a picture, which is of no use in part; false where there is too little. */
  takeImage(length: number): boolean {
    if (length > MOST_OF_IMAGE || length > this.#left) return false;
    this.#left -= length;
    return true;
  }

  /** Takes the room of a value. */
  take(length: number): void {
    this.#left = Math.max(0, this.#left - length);
  }
}

/**
 * A value with its name: a text as it is, a map that holds texts of several lines by its keys, all else as JSON; folded where it is
 * long, cut at the bound of {@link MOST_OF_VALUE}.
 */
export function drawValue(name: string, value: Json, room: ValueRoom): Markup {
  return html`<div class="value"><p class="label">${name}</p>${drawBody(name, value, room)}</div>`;
}

function drawBody(name: string, value: Json, room: ValueRoom): Markup {
  if (value === null) return html`<p class="none">null</p>`;
  if (typeof value === 'string' && isImage(value) && room.takeImage(value.length))
    return html`<img src="${value}" alt="${`${name}, a picture`}">`;
  if (isJsonObject(value) && holdsText(value)) {
    const rows = Object.entries(value).map(
      ([key, member]) =>
        html`<div><dt><code>${key}</code></dt><dd>${isJsonObject(member) ? drawText(member, room) : drawBody(key, member, room)}</dd></div>`,
    );
    return html`<dl class="members">${rows}</dl>`;
  }
  return drawText(value, room);
}

function isImage(text: string): boolean {
  return text.startsWith('data:image/') && text.length <= MOST_OF_IMAGE && IMAGE.test(text);
}

/** Most keys of a map that is drawn by its keys. */
const MOST_KEYS = 30;

/** Whether a map is read better by its keys than as JSON, which writes a break of lines as two signs. */
function holdsText(map: JsonObject): boolean {
  const keys = Object.keys(map);
  return (
    keys.length <= MOST_KEYS &&
    keys.some((key) => {
      const member = ownValue(map, key);
      return typeof member === 'string' && (member.includes('\n') || isImage(member));
    })
  );
}

function print(value: Json, most: number): { readonly text: string; readonly isWhole: boolean } {
  if (typeof value !== 'string') return printJson(value, most);
  return value.length <= most ? { text: value, isWhole: true } : { text: value.slice(0, most), isWhole: false };
}

function noteOf(room: ValueRoom, text: string): string {
  return room.next === 0
    ? `Cut here: the values of a report hold at most ${MOST_OF_REPORT.toLocaleString('en')} characters together.`
    : `Cut after ${text.length.toLocaleString('en')} characters: a report holds no more of one value.`;
}

function drawText(value: Json, room: ValueRoom): Markup {
  const { text, isWhole } = print(value, room.next);
  room.take(text.length);
  const cut = isWhole ? null : html`<p class="none">${noteOf(room, text)}</p>`;
  // The first line break in a pre is dropped by readers of HTML.
  const body = html`<pre>${new Markup('\n')}${text}</pre>${cut}`;
  if (!isLong(text)) return body;
  const size = `${text.length.toLocaleString('en')} characters`;
  return html`<details><summary><code>${beginOf(text)}</code> <small>${size}</small></summary>${body}</details>`;
}

function isLong(text: string): boolean {
  if (text.length > FOLDED_FROM.characters) return true;
  return text.split('\n', FOLDED_FROM.lines + 1).length > FOLDED_FROM.lines;
}

function beginOf(text: string): string {
  return `${text.slice(0, BEGINNING).replace(/\s+/g, ' ').trim()}…`;
}

/** Deeper values are omitted: no reader follows them on paper. */
const DEEPEST = 40;

/** A value that is no longer is written on one line. */
const SHORT = 72;

/** JSON over several lines, or on one where it is short, of which at most `most` characters are written: what a large value costs is bounded as well. */
function printJson(value: Json, most: number): { readonly text: string; readonly isWhole: boolean } {
  const paper: Paper = { lines: [], left: most, isWhole: true };
  write(paper, value, { indent: '', depth: 0 });
  const text = paper.lines.join('');
  const line = paper.isWhole && text.length < 2 * SHORT ? JSON.stringify(value) : '';
  return { text: line !== '' && line.length <= SHORT ? line : text, isWhole: paper.isWhole };
}

interface Paper {
  readonly lines: string[];
  /** Characters. */
  left: number;
  isWhole: boolean;
}

interface PrintDepth {
  readonly indent: string;
  readonly depth: number;
}

function write(paper: Paper, value: Json, place: PrintDepth): void {
  if (typeof value === 'string') return writeText(paper, value);
  if (value === null || typeof value !== 'object') return put(paper, JSON.stringify(value));
  if (isJsonObject(value)) return writeMap(paper, value, place);
  writeList(paper, value, place);
}

function writeList(paper: Paper, list: readonly Json[], place: PrintDepth): void {
  if (list.length === 0) return put(paper, '[]');
  put(paper, '[');
  for (const [index, item] of list.entries()) {
    if (!begin(paper, place, index)) return;
    write(paper, item, inside(place));
  }
  put(paper, `\n${place.indent}]`);
}

function writeMap(paper: Paper, map: { readonly [key: string]: Json }, place: PrintDepth): void {
  let index = 0;
  put(paper, '{');
  for (const key in map) {
    if (!Object.hasOwn(map, key)) continue;
    if (!begin(paper, place, index)) return;
    writeText(paper, key);
    put(paper, ': ');
    write(paper, map[key] ?? null, inside(place));
    index += 1;
  }
  put(paper, index === 0 ? '}' : `\n${place.indent}}`);
}

/** Begins an entry on a line of its own; false where there is no room for it. */
function begin(paper: Paper, { indent, depth }: PrintDepth, index: number): boolean {
  if (depth >= DEEPEST || paper.left <= 0) {
    put(paper, '…');
    paper.isWhole = false;
    return false;
  }
  put(paper, `${index === 0 ? '' : ','}\n${indent}  `);
  return true;
}

function inside({ indent, depth }: PrintDepth): PrintDepth {
  return { indent: `${indent}  `, depth: depth + 1 };
}

function writeText(paper: Paper, text: string): void {
  const isLong = text.length > paper.left;
  if (isLong) paper.isWhole = false;
  put(paper, JSON.stringify(isLong ? text.slice(0, Math.max(0, paper.left)) : text));
}

function put(paper: Paper, text: string): void {
  if (paper.left <= 0) {
    paper.isWhole = false;
    return;
  }
  if (text.length > paper.left) paper.isWhole = false;
  const part = text.length > paper.left ? `${text.slice(0, paper.left)}…` : text;
  paper.left -= part.length;
  paper.lines.push(part);
}
