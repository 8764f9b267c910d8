import { err } from '../../base/index.ts';
import type { Path } from '../../text/index.ts';
import { columnOf, dedentLines, indentLines } from '../lines/textLines.ts';
import { parseFragment } from '../parsing/parseFragment.ts';
import type { Syntax } from '../tree/Syntax.ts';
import type { SyntaxNode } from '../tree/SyntaxNode.ts';
import { toNodeData } from '../tree/toNodeData.ts';
import { equalData } from '../writing/equalData.ts';
import type { YamlStyle } from '../writing/readStyle.ts';
import type { Edits } from './composeSteps.ts';
import { keepAliases } from './keepAliases.ts';
import { putItems } from './putItems.ts';

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
