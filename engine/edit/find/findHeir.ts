import type { Err } from '../../base/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import { runsTogether, type Task, walkTasks } from '../../model/index.ts';
import { findNode, type SyntaxNode } from '../../syntax/index.ts';
import type { Refusal } from '../../text/index.ts';
import { refuse, withTaskNames } from './refuse.ts';

/** Why the type of a task cannot change: another one has it from there (`<<: *base`), with a config that is of this type. Null where none has. */
export function findHeir({ syntax, workflow }: Analysis, { id, path }: Task): Err<Refusal> | null {
  const own = findNode(syntax, path);
  const heir = walkTasks(workflow).find(({ task }) => {
    const node = findNode(syntax, task.path);
    if (node?.kind !== 'map' || node.entries.some(({ key }) => key === 'type')) return false;
    return node.entries.some(({ key, value }) => key === '<<' && mergesFrom(value, own));
  });
  if (heir === undefined) return null;
  const message = `“${heir.task.id}” has its type from “${id}” (\`<<\`). Give it a \`type\` of its own first.`;
  return refuse('NOT_EXPRESSIBLE', id, message);
}

function mergesFrom(value: SyntaxNode | null, base: SyntaxNode | undefined | null): boolean {
  if (value?.kind === 'list') return value.items.some((item) => mergesFrom(item.value, base));
  return value?.kind === 'alias' && value.target !== null && value.target.start === base?.start;
}

/** Why a container cannot become one of another type; null when it can. Operations of a parallel task never lead to each other. */
export function findSiblingJump(analysis: Analysis, { children }: GraphNode, type: string): Err<Refusal> | null {
  if (!runsTogether(type)) return null;
  const inside = new Set(children);
  const jump = analysis.graph.edges.find(
    ({ source, target, via }) => via !== 'sequence' && inside.has(source) && inside.has(target),
  );
  if (jump === undefined) return null;
  const message = `“${jump.source}” leads to “${jump.target}”, and operations of a parallel task run side by side. Disconnect them first.`;
  return withTaskNames(analysis, refuse('SIBLING_IN_PARALLEL', jump.source, message));
}
