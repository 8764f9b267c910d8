import { type Data, ok } from '../../base/index.ts';
import type { TextEdit } from '../../text/index.ts';
import { columnOf, indentLines, lineEnd, lineStart } from '../lines/textLines.ts';
import type { ListItem, MapEntry, ScalarNode, Syntax, SyntaxNode } from '../tree/Syntax.ts';
import { formatFlow, isFilled, isList, layOut } from '../writing/formatData.ts';
import { isPlainText } from '../writing/formatScalar.ts';
import { readStyle, type YamlStyle } from '../writing/readStyle.ts';
import { cannotEdit, composeSteps, type Edits, locate, type TreePlace } from './composeSteps.ts';
import { writeTextBlock } from './writeTextBlock.ts';

/** What is written where: `from` is the offset behind the colon or dash, with an anchor and a tag that are there. */
interface WriteTarget {
  readonly text: string;
  readonly style: YamlStyle;
  readonly old: SyntaxNode | null;
  readonly from: number;
  /** Column at which text below starts: of a map or a text block, of a list. */
  readonly column: number;
  readonly listColumn: number;
  /** Key for which the quotes are chosen. */
  readonly key: string;
}

/** Replaces the value at a place that exists by a newly written one. A comment next to it stays; so does an anchor, but no tag. */
export function writeValue(syntax: Syntax, place: TreePlace, value: Data): Edits {
  const { slot } = place;
  if (slot.value !== null && slot.value.tag !== null) return writeWithoutTag(syntax, place, value);
  const plain = writePlain(syntax, place, value);
  if (plain !== null) return ok([plain]);
  const style = readStyle(syntax, place.path);
  if (slot.kind === 'root') return writeRoot(syntax, style, value);
  const { text } = syntax;
  const old = slot.value;
  const held = slot.kind === 'item' ? slot.item.start : (place.parents.at(-1)?.value?.start ?? slot.entry.start);
  if (old?.kind === 'scalar' && isTextBlock(old) && typeof value === 'string') {
    const edits = writeTextBlock({ text, style, old, base: columnOf(text, held) }, value);
    if (edits !== null) return ok(edits);
  }
  if (slot.kind === 'item') {
    if (place.isInFlow || isFlowKept(old, value)) return writeFlow(syntax, { place, style, value });
    const column =
      old !== null && isBlockCollection(old) ? columnOf(text, old.start) : columnOf(text, held) + style.dashWidth;
    const from = propsEnd(text, slot.item.start + 1, old);
    return writeItem({ text, style, old, from, column, listColumn: column, key: '' }, value, slot.item);
  }
  const colon = findColon(text, slot.entry);
  if (place.isInFlow || (colon !== null && isFlowKept(old, value))) return writeFlow(syntax, { place, style, value });
  if (colon === null || text.charAt(slot.entry.start) === '?') return cannotEdit(place.path);
  const base = columnOf(text, held);
  const from = propsEnd(text, colon + 1, old);
  const target = {
    text,
    style,
    old,
    from,
    column: base + style.step,
    listColumn: base + style.listOffset,
    key: slot.entry.key,
  };
  return writeBehindKey(target, value);
}

/** A word in the place of a word, for which no style has to be known; null for all else. */
function writePlain({ text }: Syntax, { slot, isInFlow }: TreePlace, value: Data): TextEdit | null {
  const old = slot.value;
  if (slot.kind === 'root' || isInFlow || old?.kind !== 'scalar' || old.style !== 'plain') return null;
  if (typeof old.value !== 'string' || typeof value !== 'string' || !isPlainText(value, 'block')) return null;
  if (slot.kind === 'entry' && (findColon(text, slot.entry) === null || text.charAt(slot.entry.start) === '?'))
    return null;
  return { start: old.start, end: old.end, text: value };
}

/** Takes the tag away first: it may not fit the new value. */
function writeWithoutTag(syntax: Syntax, { path, slot }: TreePlace, value: Data): Edits {
  const tag = slot.value?.tag ?? '';
  const end = slot.value?.start ?? 0;
  const start = tag === '' ? -1 : syntax.text.lastIndexOf(tag, Math.max(0, end - 1));
  if (start < 0) return cannotEdit(path);
  const blanks = /^[ \t]*/.exec(syntax.text.slice(start + tag.length))?.[0].length ?? 0;
  return composeSteps(syntax, [
    () => ok([{ start, end: Math.min(start + tag.length + blanks, Math.max(end, start + tag.length)), text: '' }]),
    (next) => {
      const place = locate(next, path);
      if (!place.ok) return place;
      return place.value.slot.value?.tag == null ? writeValue(next, place.value, value) : cannotEdit(path);
    },
  ]);
}

/** Brackets stay brackets, but empty ones, which are the only way to write nothing, become lines. */
function isFlowKept(old: SyntaxNode | null, value: Data): boolean {
  if (old?.kind === 'map') return old.style === 'flow' && old.entries.length > 0 && isFilled(value);
  if (old?.kind === 'list') return old.style === 'flow' && old.items.length > 0 && isFilled(value);
  return false;
}

function writeRoot(syntax: Syntax, style: YamlStyle, value: Data): Edits {
  const { text, root } = syntax;
  const column = root === null ? 0 : columnOf(text, root.start);
  const written = formatRoot(value, style, column);
  if (root !== null) return ok([{ start: root.start, end: root.end, text: written }]);
  const isOnNewLine = text === '' || text === '\ufeff' || text.endsWith('\n');
  return ok([insert(text.length, `${isOnNewLine ? '' : style.eol}${written}${style.eol}`)]);
}

function formatRoot(value: Data, style: YamlStyle, column: number): string {
  if (isFilled(value))
    return indentLines(layOut(value, style, '').body, column)
      .join(style.eol)
      .trimStart();
  return formatFlow(value, style);
}

interface FlowWrite {
  readonly place: TreePlace;
  readonly style: YamlStyle;
  readonly value: Data;
}

function writeFlow({ text }: Syntax, { place, style, value }: FlowWrite): Edits {
  const { slot } = place;
  const written = formatFlow(value, style);
  if (slot.value !== null) return ok([{ start: slot.value.start, end: slot.value.end, text: written }]);
  if (slot.kind !== 'entry') return cannotEdit(place.path);
  const colon = findColon(text, slot.entry);
  const at = colon === null ? slot.entry.keyNode.end : colon + 1;
  return ok([{ start: at, end: at, text: colon === null ? `: ${written}` : ` ${written}` }]);
}

function writeItem(target: WriteTarget, value: Data, item: ListItem): Edits {
  const { text, style, old, column } = target;
  const { head, body } = layOut(value, style, '', styleOf(old));
  if (old === null) {
    const gap = ' '.repeat(Math.max(1, style.dashWidth - 1));
    const lines = head === null ? body : [head, ...body];
    const [first = '', ...rest] = lines;
    const at = Math.max(item.end, target.from);
    const below =
      rest.length === 0 ? [] : [insert(lineEnd(text, at), style.eol + indentLines(rest, column).join(style.eol))];
    return ok([insert(at, gap + first), ...below]);
  }
  const [first = '', ...rest] = head === null ? body : [head, ...body];
  return ok(writeInPlace(target, { old, first, rest: indentLines(rest, column) }));
}

/** Puts the first line in the old value's place and the remaining ones below its last line, so that a comment stays next to the first. */
function writeInPlace(
  { text, style }: WriteTarget,
  written: { old: SyntaxNode; first: string; rest: readonly string[] },
): TextEdit[] {
  const { old, first, rest } = written;
  const comment = headerComment(text, old);
  const end = lineEnd(text, old.end);
  const replaced = { start: old.start, end: old.end, text: first + comment };
  if (rest.length === 0) return [replaced];
  const below = style.eol + rest.join(style.eol);
  if (isBlockCollection(old)) return [{ ...replaced, end, text: replaced.text + below }];
  return old.end === end ? [{ ...replaced, text: replaced.text + below }] : [replaced, insert(end, below)];
}

function writeBehindKey(target: WriteTarget, value: Data): Edits {
  const { text, style, old, from } = target;
  const { head, body } = layOut(value, style, target.key, styleOf(old));
  const column = head === null && isList(value) ? target.listColumn : target.column;
  const rest = indentLines(body, column);
  const below = rest.length === 0 ? '' : style.eol + rest.join(style.eol);
  const isBelow = old !== null && text.slice(from, old.start).includes('\n');
  if (old === null) {
    const end = lineEnd(text, from);
    const edits = head === null ? [] : [insert(from, ` ${head}`)];
    return ok(below === '' ? edits : join([...edits, insert(end, below)]));
  }
  if (!isBelow) {
    if (head !== null) return ok(writeInPlace(target, { old, first: head, rest }));
    const end = lineEnd(text, old.end);
    return ok(join([{ start: from, end: old.end, text: headerComment(text, old) }, insert(end, below)]));
  }
  if (head === null) {
    const start = lineStart(text, old.start);
    if (old.kind === 'scalar' && isTextBlock(old)) return cannotEdit([target.key]);
    return ok([{ start, end: lineEnd(text, old.end), text: rest.join(style.eol) }]);
  }
  if (!isBlockCollection(old) && below === '') return ok([{ start: old.start, end: old.end, text: head }]);
  const end = below === '' ? old.end : lineEnd(text, old.end);
  const start = head === '{}' || head === '[]' ? commentsEnd(text, from, old.start) : lineEnd(text, from);
  return ok(join([insert(from, ` ${head}`), { start, end, text: below }]));
}

/** The end of the last comment line between a key and the value below it; the end of the key's line without one. */
function commentsEnd(text: string, from: number, to: number): number {
  const start = lineEnd(text, from);
  const comments = /^(?:\r?\n[ \t]*(?:#[^\r\n]*)?(?=\r?\n))*\r?\n[ \t]*#[^\r\n]*(?=\r?\n)/.exec(text.slice(start, to));
  return start + (comments?.[0].length ?? 0);
}

/** The comment behind the header of a text block, with a blank before it. */
function headerComment(text: string, old: SyntaxNode): string {
  if (old.kind !== 'scalar' || !isTextBlock(old)) return '';
  return /\s#.*$/.exec(text.slice(old.start, Math.min(lineEnd(text, old.start), old.end)))?.[0] ?? '';
}

/** The offset of an entry's colon; null where there is none. */
export function findColon(text: string, entry: MapEntry): number | null {
  const gap = /^[ \t]*:/.exec(text.slice(entry.keyNode.end, Math.min(entry.keyNode.end + 200, text.length)));
  return gap === null ? null : entry.keyNode.end + gap[0].length - 1;
}

/** The offset behind the anchor and tag that follow a colon or dash on its line. */
function propsEnd(text: string, from: number, old: SyntaxNode | null): number {
  if (old === null || (old.anchor === null && old.tag === null)) return from;
  const limit = Math.min(old.start, lineEnd(text, from));
  const props = /^(?:[ \t]+[&!][^\s]*)*/.exec(text.slice(from, limit))?.[0] ?? '';
  return from + props.length;
}

function isTextBlock({ style }: ScalarNode): boolean {
  return style === 'literal' || style === 'folded';
}

function styleOf(node: SyntaxNode | null) {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.style : undefined;
}

function isBlockCollection(node: SyntaxNode): boolean {
  return (node.kind === 'map' || node.kind === 'list') && node.style === 'block';
}

function insert(offset: number, text: string): TextEdit {
  return { start: offset, end: offset, text };
}

/** Edits that touch as one, empty ones omitted. */
function join(edits: readonly TextEdit[]): TextEdit[] {
  const joined: TextEdit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (last !== undefined && last.end === edit.start) {
      joined[joined.length - 1] = { start: last.start, end: edit.end, text: last.text + edit.text };
    } else if (edit.text !== '' || edit.end > edit.start) joined.push(edit);
  }
  return joined;
}
