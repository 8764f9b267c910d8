import { err, ok, type Result } from '../base/index.ts';
import type { Path, Refusal, TextEdit } from '../text/index.ts';
import { addItem, insertItemLines } from './addItem.ts';
import { composeSteps, type EditStep } from './composeSteps.ts';
import { insertItem } from './insertItem.ts';
import { keepAliases } from './keepAliases.ts';
import { locate } from './locate.ts';
import { parseFragment } from './parseFragment.ts';
import { readStyle, type YamlStyle } from './readStyle.ts';
import { notACollection, sharedByAlias } from './refusals.ts';
import { removePlace } from './removePlace.ts';
import type { Syntax } from './Syntax.ts';
import type { SyntaxNode } from './SyntaxNode.ts';
import { columnOf, indentLines } from './textLines.ts';
import { toNodeData } from './toNodeData.ts';

type Edits = Result<readonly TextEdit[], Refusal>;

/**
 * Puts YAML into the list at a path as it is written, comments included, only indented anew: the items of a list, or one
 * item of anything else. Refused with `SYNTAX_ERROR` where the YAML is broken. In brackets the values go in without comments.
 */
export function insertSource(syntax: Syntax, listPath: Path, index: number, yamlText: string): Edits {
  const source = yamlText
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+|\s+$/g, '');
  const { root, problems } = parseFragment(source, 0);
  const broken = problems.find((problem) => problem.severity === 'error');
  if (broken !== undefined || root === null) {
    const message = broken?.message ?? 'There is nothing in the YAML to insert.';
    return err({ code: 'SYNTAX_ERROR', subject: source.slice(0, 40), message });
  }
  const place = locate(syntax, listPath);
  if (!place.ok) return place;
  const { slot, rest } = place.value;
  const list = slot.value;
  if (list?.kind === 'alias') return sharedByAlias(listPath, list.name);
  const isEmpty =
    rest.length > 0 ||
    list === null ||
    (list.kind === 'scalar' && list.value === null) ||
    (list.kind === 'list' && list.items.length === 0);
  if (isEmpty && !place.value.isInFlow) return insertIntoNew(syntax, listPath, source);
  if (isEmpty) return insertItem(syntax, listPath, 0, toNodeData(root));
  if (list.kind !== 'list') return notACollection(listPath, 'list');
  const at = Math.min(Math.max(0, index), list.items.length);
  const target = { place: place.value, list, index: at };
  if (list.style === 'block') {
    const lines = sourceLines(source, root, readStyle(syntax, [...listPath, at]));
    return keepAliases(syntax, ok([insertItemLines(syntax, target, lines)]));
  }
  const values = root.kind === 'list' ? root.items.map((item) => toNodeData(item.value)) : [toNodeData(root)];
  const steps = values.map(
    (value, offset): EditStep =>
      (current) =>
        insertItem(current, listPath, at + offset, value),
  );
  return values.length === 1
    ? keepAliases(syntax, addItem(syntax, target, values[0] ?? null))
    : composeSteps(syntax, steps);
}

/** A list that is not there yet is made with a stand-in, which then gives way. */
function insertIntoNew(syntax: Syntax, listPath: Path, source: string): Edits {
  return composeSteps(syntax, [
    (current) => insertItem(current, listPath, 0, null),
    (current) => insertSource(current, listPath, 1, source),
    (current) => {
      const place = locate(current, [...listPath, 0]);
      return place.ok ? removePlace(current, place.value) : place;
    },
  ]);
}

/** The source as items of a block list, without indent: lists as they are, anything else behind a dash. */
function sourceLines(source: string, root: SyntaxNode, style: YamlStyle): string[] {
  const column = columnOf(source, root.start);
  const lines = source.split('\n').map((line) => (line.slice(0, column).trim() === '' ? line.slice(column) : line));
  if (root.kind === 'list' && root.style === 'block') return lines;
  const first = source.slice(0, root.start).split('\n').length - 1;
  const dash = `-${' '.repeat(style.dashWidth - 1)}`;
  const [head = '', ...rest] = lines.slice(first);
  return [...lines.slice(0, first), dash + head, ...indentLines(rest, style.dashWidth)];
}
