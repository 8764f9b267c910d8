import type { Analysis, GraphNode } from '../../graph/index.ts';
import { traitsOf } from '../../model/index.ts';
import type { Step } from '../steps/editFile.ts';
import { findReferences, rewriteTemplates } from '../steps/rewriteReferences.ts';
import { hasEntry, setAt } from '../steps/setAt.ts';

/**
 * Lets a task that the run started with have the run's input also inside a container, where nothing is passed to it
 * (format.md 2): by its own `with`, and what that reads of `input` it reads of `workflow.input`. A task that has a `with` gets
 * what it asks for, and no more the rest of that input.
 */
export function startData({ syntax }: Analysis, { task }: GraphNode): Step[] {
  const path = [...task.path, 'with'];
  if (hasEntry(syntax, path)) {
    return [rewriteTemplates(path, ({ root }) => (root === 'input' ? { keys: 0, text: 'workflow.input' } : null))];
  }
  const isPassedOn = task.use !== null || traitsOf(task.type).takesInput;
  const isRead = findReferences(syntax, task.path).some(({ reference }) => reference.root === 'input');
  return isPassedOn || isRead ? [setAt(path, '{{ workflow.input }}')] : [];
}
