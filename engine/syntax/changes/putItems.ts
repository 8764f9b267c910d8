import { type Data, err, ok } from '../../base/index.ts';
import type { Path } from '../../text/index.ts';
import { columnOf, dedentLines, indentLines, isFirstOnLine, lineEnd } from '../lines/textLines.ts';
import { parseFragment } from '../parsing/parseFragment.ts';
import type { Syntax, SyntaxNode } from '../tree/Syntax.ts';
import { toNodeData } from '../tree/toNodeData.ts';
import { equalData, formatFlow } from '../writing/formatData.ts';
import { readStyle, type YamlStyle } from '../writing/readStyle.ts';
import { insertInFlow, insertItemLines } from './addEntry.ts';
import { composeSteps, type Edits, keepAliases, locate, notACollection, sharedByAlias } from './composeSteps.ts';
import { removePlace } from './removePlace.ts';
import { insertItem, setValue } from './setValue.ts';

/** A place in a list that may not be there yet. */
export interface ListPlace {
  readonly list: Path;
  /** In front of the item at this index; past the end means the end. */
  readonly index: number;
  /** Where the key of a list that has to be made goes: in front of this key of its map, if it is there; else last. */
  readonly before?: string | undefined;
}

/** Items as they are to be written: as lines of a block list, or, where brackets leave no room for lines, by value. */
export interface NewItems {
  readonly values: readonly Data[];
  /** The items as lines without indent. */
  readonly toLines: (style: YamlStyle) => readonly string[];
  /** The items as they are written in brackets, commas between them; made of the values when absent. */
  readonly flow?: string | undefined;
}

/** Puts items into a list, which is made when it is missing or empty. Does not check aliases. */
export function putItems(syntax: Syntax, target: ListPlace, items: NewItems): Edits {
  const place = locate(syntax, target.list);
  if (!place.ok) return place;
  const { slot, rest, isInFlow } = place.value;
  const list = slot.value;
  if (list?.kind === 'alias') return sharedByAlias(target.list, list.name);
  const isEmpty =
    rest.length > 0 ||
    list === null ||
    (list.kind === 'scalar' && list.value === null) ||
    (list.kind === 'list' && list.items.length === 0);
  if (isEmpty) return isInFlow ? setValue(syntax, target.list, items.values) : putIntoNew(syntax, target, items);
  if (list.kind !== 'list') return notACollection(target.list, 'list');
  const index = Math.min(Math.max(0, target.index), list.items.length);
  const style = readStyle(syntax, [...target.list, index]);
  if (list.style === 'block')
    return ok([insertItemLines(syntax, { place: place.value, list, index }, items.toLines(style))]);
  const written = items.flow ?? items.values.map((value) => formatFlow(value, style)).join(', ');
  return ok([insertInFlow(list.items, index, written)]);
}

/** A list that is not there yet is made with a placeholder, which is then removed. */
function putIntoNew(syntax: Syntax, target: ListPlace, items: NewItems): Edits {
  const { list, before } = target;
  return composeSteps(syntax, [
    (current) =>
      before === undefined ? insertItem(current, list, 0, null) : setValue(current, list, [null], { before }),
    (current) => putItems(current, { list, index: 1 }, items),
    (current) => removePlaceholder(current, [...list, 0]),
  ]);
}

/** A comment next to the empty list stays on its line. */
function removePlaceholder(syntax: Syntax, path: Path): Edits {
  const place = locate(syntax, path);
  if (!place.ok) return place;
  const { text } = syntax;
  const { slot } = place.value;
  if (slot.kind !== 'item' || isFirstOnLine(text, slot.item.start)) return removePlace(syntax, place.value);
  const { start, end } = slot.item;
  const blanks = /^[ \t]+(?=#)/.exec(text.slice(end, lineEnd(text, end)))?.[0].length ?? 0;
  return blanks === 0 ? removePlace(syntax, place.value) : ok([{ start, end: end + blanks, text: '' }]);
}

/**
 * Puts YAML into the list at a path as it is written, comments included, only reindented: the items of a list, or one
 * item of anything else. Refused with `SYNTAX_ERROR` where the YAML is broken. In brackets the values go in without comments.
 */
export function insertSource(syntax: Syntax, listPath: Path, index: number, yamlText: string): Edits {
  const source = trimSource(yamlText);
  const { root, problems } = parseFragment(source, 0);
  const broken = problems.find((problem) => problem.severity === 'error');
  if (broken !== undefined || root === null) {
    const message = broken?.message ?? 'There is nothing in the YAML to insert.';
    return err({ code: 'SYNTAX_ERROR', subject: source.slice(0, 40), message });
  }
  const values = root.kind === 'list' ? root.items.map((item) => toNodeData(item.value)) : [toNodeData(root)];
  const toLines = (style: YamlStyle) => sourceLines(source, root, style);
  return keepAliases(syntax, putItems(syntax, { list: listPath, index }, { values, toLines }));
}

/** The source without blank lines around it, less those that a text block at its end keeps (`|+`). */
function trimSource(yamlText: string): string {
  const source = yamlText
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '');
  const trimmed = source.trimEnd();
  if (!/[|>]\d?\+/.test(source)) return trimmed;
  const whole = source.replace(/\n[ \t]*$/, '');
  return equalData(dataOf(`${whole}\n`), dataOf(`${trimmed}\n`)) ? trimmed : whole;
}

function dataOf(source: string) {
  return toNodeData(parseFragment(source, 0).root);
}

/** The source as items of a block list, without indent: lists as they are, anything else behind a dash. */
function sourceLines(source: string, root: SyntaxNode, style: YamlStyle): string[] {
  const lines = dedentLines(source.split('\n'), columnOf(source, root.start));
  if (root.kind === 'list' && root.style === 'block') return lines;
  const first = source.slice(0, root.start).split('\n').length - 1;
  const dash = `-${' '.repeat(style.dashWidth - 1)}`;
  const [head = '', ...rest] = lines.slice(first);
  return [...lines.slice(0, first), dash + head, ...indentLines(rest, style.dashWidth)];
}
