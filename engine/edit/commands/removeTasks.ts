import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { commentStart, findNode, isFirstOnLine, removeAt } from '../../syntax/index.ts';
import type { Layout, Path, Refusal, Transaction } from '../../text/index.ts';
import { findTarget, readTaskNames } from '../find/findTaskNode.ts';
import { refuse } from '../find/refuse.ts';
import { findOutermost, withInside } from '../find/selection.ts';
import { editFile, findSyntaxRefusal, removePath, type Step, setAt } from '../steps/editFile.ts';
import { createFollow, moveStart, retarget } from '../steps/followTasks.ts';
import { dropFromLayout } from '../steps/layoutEntries.ts';

/** The tasks to remove. */
export interface Removal {
  readonly ids: readonly string[];
  /** True: what led to a removed task leads to the one task it would have led to, where there is exactly one. */
  readonly heal: boolean;
  /** The file's layout now: places of removed tasks go. */
  readonly layout?: Layout | undefined;
}

/** Removes tasks with everything inside them and the comments that touch them from above, and every `next`, route and `start` that names them. */
export function removeTasks(analysis: Analysis, { ids, heal, layout }: Removal): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const outermost = findOutermost(analysis, ids);
  if (!outermost.ok) return outermost;
  const gone = withInside(analysis, outermost.value);
  const follow = heal ? createFollow(analysis, gone) : () => null;
  const { nodeOf } = readTaskNames(analysis);
  const cut = analysis.graph.edges.filter(({ source, target }) => !gone.has(source) && gone.has(nodeOf(target)));
  const steps = [...retarget(cut, ({ target }) => follow(target)), ...moveStart(analysis, gone, follow)];
  for (const { task } of outermost.value.toReversed()) {
    steps.push(...removeTask(task.path));
  }
  const origin = `removeTasks:${[...gone].join()}`;
  return editFile(analysis, { origin, steps, layout: dropFromLayout(layout, gone) });
}

/** The steps that remove a task with the comment lines that touch it from above; a blank line between keeps them. */
function removeTask(path: Path): readonly Step[] {
  return [(syntax) => ok(findComment(syntax, path)), (syntax) => removeAt(syntax, path)];
}

function findComment(syntax: Parameters<Step>[0], path: Path) {
  const list = findNode(syntax, path.slice(0, -1));
  const item = list?.kind === 'list' && list.style === 'block' ? list.items[Number(path.at(-1))] : undefined;
  if (item === undefined || !isFirstOnLine(syntax.text, item.start)) return [];
  const start = commentStart(syntax.text, item.start);
  return start === item.start ? [] : [{ start, end: item.start, text: '' }];
}

/** Which tasks are to be disabled, or enabled again. */
interface TaskSwitch {
  readonly ids: readonly string[];
  readonly isDisabled: boolean;
}

/** Disables tasks, so that they pass their input on and do nothing (format.md 1), or enables them: then the key goes. */
export function disableTasks(analysis: Analysis, { ids, isDisabled }: TaskSwitch): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  if (ids.length === 0) return refuse('NOTHING_SELECTED', analysis.path, 'Select the tasks first.');
  const steps: Step[] = [];
  for (const id of ids) {
    const found = findTarget(analysis, id);
    if (!found.ok) return found;
    const path = [...found.value.node.task.path, 'disabled'];
    steps.push(isDisabled ? setAt(path, true) : removePath(path));
  }
  return editFile(analysis, { origin: 'disableTasks', steps });
}
