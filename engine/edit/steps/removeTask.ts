import { ok } from '../../base/index.ts';
import { commentStart, findNode, isFirstOnLine, removeAt } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import type { Step } from './editFile.ts';

/** The steps that remove a task with the comment lines that touch it from above; a blank line between keeps them. */
export function removeTask(path: Path): readonly Step[] {
  return [(syntax) => ok(findComment(syntax, path)), (syntax) => removeAt(syntax, path)];
}

function findComment(syntax: Parameters<Step>[0], path: Path) {
  const list = findNode(syntax, path.slice(0, -1));
  const item = list?.kind === 'list' && list.style === 'block' ? list.items[Number(path.at(-1))] : undefined;
  if (item === undefined || !isFirstOnLine(syntax.text, item.start)) return [];
  const start = commentStart(syntax.text, item.start);
  return start === item.start ? [] : [{ start, end: item.start, text: '' }];
}
