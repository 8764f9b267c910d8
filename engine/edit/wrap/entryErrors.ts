import { ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphEdge, GraphNode } from '../../graph/index.ts';
import { isHandlerName, roleOf } from '../../model/index.ts';
import type { Path, Refusal } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';
import type { Selection } from '../find/selection.ts';
import type { Step } from '../steps/editFile.ts';
import { memberOf } from '../steps/memberOf.ts';
import { findReferences, type ReferenceRule, rewriteTemplates } from '../steps/rewriteReferences.ts';

/** What a task reads of `event` that the state of the task it came from holds as well. */
const OF_STATE: ReadonlySet<string | number | undefined> = new Set(['error', 'output']);

/**
 * The `error` and `event` that a connection brings are null inside a container (format.md 2). A task that reads them and that one
 * task alone leads to reads the same of that task's state. Refused (`NOT_EXPRESSIBLE`) where there is no such place.
 */
export function keepEntryErrors(
  { syntax }: Analysis,
  selection: Selection,
  entries: readonly GraphNode[],
): Result<readonly Step[], Refusal> {
  const steps: Step[] = [];
  for (const { id, task, isStart } of entries) {
    const read = findReferences(syntax, task.path).filter(
      ({ reference, path }) => isArrival(reference.root) && isOwn(path.slice(task.path.length), reference.root),
    );
    const ways = selection.entering.filter(({ target, via }) => target === id && via !== 'sequence');
    const brought = read.filter(({ reference }) => ways.some((way) => brings(way, reference.root)));
    const [first] = brought;
    if (first === undefined) continue;
    const [source, ...others] = new Set(ways.map((way) => way.source));
    const isOnly = !isStart && others.length === 0 && !selection.inner.some(({ target }) => target === id);
    const isSame = ways.every((way) => brought.every(({ reference }) => brings(way, reference.root)));
    const isFound = brought.every(
      ({ reference, path }) => isHeld(reference.root, reference.path) && path[task.path.length] !== 'on_complete',
    );
    if (source === undefined || !isOnly || !isSame || !isFound) {
      const { root } = first.reference;
      const message = `“${id}” reads the ${root} of the connection that leads to it, which is null inside a container. Let it read the output or error of a task instead.`;
      return refuse('NOT_EXPRESSIBLE', id, message);
    }
    const paths = new Set(brought.map(({ path }) => JSON.stringify(path)));
    steps.push(rewriteTemplates(task.path, toState(`tasks${memberOf(source)}`, paths)));
  }
  return ok(steps);
}

/**
 * The first task that some connections lead to and that reads the `event` they bring, where another task would bring it: its
 * output, source and length are others. Undefined where none does.
 */
export function findEventReader({ graph, syntax }: Analysis, ways: readonly GraphEdge[]): string | undefined {
  const targets = ways.filter(({ via }) => via !== 'sequence').map(({ target }) => target);
  return targets.find((id) => {
    const path = graph.nodes.get(id)?.task.path;
    if (path === undefined) return false;
    return findReferences(syntax, path).some(
      ({ reference: { root }, path: place }) => root === 'event' && isOwn(place.slice(path.length), root),
    );
  });
}

function isArrival(root: string): boolean {
  return root === 'error' || root === 'event';
}

/** Whether the root there is that of the connection: handlers have their own `event`, and those of errors their own `error`. */
function isOwn([key]: Path, root: string): boolean {
  if (key === 'tasks') return false;
  if (typeof key !== 'string' || !isHandlerName(key)) return true;
  return root === 'error' && roleOf(key) !== 'error' && !key.endsWith('_error') && key !== 'on_timeout';
}

/** Whether a connection gives its target a value for the root: an error only where it is one of a failure. */
function brings({ via }: GraphEdge, root: string): boolean {
  return root === 'event' || roleOf(via) === 'error';
}

function isHeld(root: string, path: Path): boolean {
  return root === 'error' || OF_STATE.has(path[0]);
}

function toState(state: string, paths: ReadonlySet<string>): ReferenceRule {
  return ({ root }, path) => {
    if (!isArrival(root) || !paths.has(JSON.stringify(path))) return null;
    return { keys: 0, text: root === 'error' ? `${state}.error` : state };
  };
}
