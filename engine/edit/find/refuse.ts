import { type Err, err, type Result } from '../../base/index.ts';
import { type Analysis, describeTaskIds, type GraphNode } from '../../graph/index.ts';
import { runsTogether, type Task, walkTasks } from '../../model/index.ts';
import { findNode, type SyntaxNode } from '../../syntax/index.ts';
import type { Refusal } from '../../text/index.ts';

/** Why commands of this folder refuse. The builders of `syntax` have separate codes. */
export type RefusalCode =
  | 'ALREADY_CONNECTED'
  | 'CONTAINER_NOT_EMPTY'
  | 'DUPLICATE_ID'
  | 'DUPLICATE_KEY'
  | 'DUPLICATE_ROUTE'
  | 'DEFINITION_ELSEWHERE'
  | 'FILE_EXISTS'
  | 'HANDLER_NOT_OF_TYPE'
  | 'IMPORT_NOT_FOUND'
  | 'INTO_ITSELF'
  | 'INVALID_ID'
  | 'INVALID_PATH'
  | 'INVALID_KEY'
  | 'NOTHING_SELECTED'
  | 'NOTHING_TO_PASTE'
  | 'NOT_A_CONTAINER'
  | 'NOT_AT_TOP'
  | 'NOT_EXPRESSIBLE'
  | 'NOT_IMPORTED'
  | 'NOT_NEIGHBOURS'
  | 'NO_WORKFLOW'
  | 'NOT_SIBLINGS'
  | 'ORDER_OF_LIST'
  | 'SELF_CONNECTION'
  | 'SEVERAL_ENTRIES'
  | 'SEVERAL_EXITS'
  | 'SIBLING_IN_PARALLEL'
  | 'STALE_EDIT'
  | 'STILL_READ'
  | 'SYNTAX_ERROR'
  | 'TARGET_OUTSIDE_CONTAINER'
  | 'UNKNOWN_EDGE'
  | 'UNKNOWN_FIELD'
  | 'UNKNOWN_FILE'
  | 'UNKNOWN_RESOURCE'
  | 'UNKNOWN_ROUTE'
  | 'UNKNOWN_TASK';

/** A refusal; `message` holds the obstacle and what to do. */
export function refuse(code: RefusalCode, subject: string, message: string): Err<Refusal> {
  return err({ code, subject, message });
}

/** The result with internal task ids in its refusal's message replaced by descriptions. */
export function withTaskNames(analysis: Analysis, result: Err<Refusal>): Err<Refusal>;
export function withTaskNames<T>(analysis: Analysis, result: Result<T, Refusal>): Result<T, Refusal>;
export function withTaskNames<T>(analysis: Analysis, result: Result<T, Refusal>): Result<T, Refusal> {
  if (result.ok) return result;
  const { error } = result;
  return err({ ...error, message: describeTaskIds(analysis.graph, error.message) });
}

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
