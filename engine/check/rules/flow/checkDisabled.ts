import { fixByRemoving } from '../../subject/fixes.ts';
import type { Rule } from '../../subject/Rule.ts';

/** A workflow whose tasks are all disabled: a run passes its input on and does nothing. */
export const checkDisabled: Rule = function* (subject) {
  const { nodes } = subject.analysis.graph;
  const top = [...nodes.values()].filter(({ parent }) => parent === null);
  const [first] = top;
  if (first === undefined || !top.every(({ task }) => task.isDisabled)) return;
  const path = [...first.task.path, 'disabled'];
  const which = top.length === 1 ? 'The only task' : `All ${top.length} tasks`;
  const message = `${which} ${top.length === 1 ? 'is' : 'are'} disabled, so a run does nothing. Enable a task.`;
  yield { code: 'ALL_DISABLED', path, message, fixes: fixByRemoving(subject, path, `Enable "${first.id}"`) };
};
