import { ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import type { Path, Refusal } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';
import { startsWith } from '../find/shiftPath.ts';
import type { Step } from '../steps/editFile.ts';
import { memberOf } from '../steps/memberOf.ts';
import { findReferences, type ReferenceRule, rewriteTemplates } from '../steps/rewriteReferences.ts';
import { readAsWhole } from './innerOutputs.ts';
import type { UnwrapPlan } from './unwrapPlan.ts';

/**
 * Lets what read a child's output by way of the container read it of the child. Refused (`STILL_READ`) where something
 * else of the container is read.
 */
export function readOutputsDirectly(analysis: Analysis, { container, children }: UnwrapPlan): Result<Step, Refusal> {
  const { id, parent, task } = container;
  const ids = new Set(children.map((node) => node.id));
  const isChild = (key: string | number | undefined): key is string => typeof key === 'string' && ids.has(key);
  const outer = parent === null ? null : analysis.graph.nodes.get(parent);
  const rule: ReferenceRule = ({ root, path }, place) => {
    if (root === 'output' && outer && isHandlerOf(place, outer.task.path) && path[0] === id && isChild(path[1])) {
      return { keys: 2, text: `output${memberOf(path[1])}` };
    }
    if (root !== 'tasks' || path[1] !== 'output') return null;
    if (path[0] === id && isChild(path[2])) return { keys: 3, text: `tasks${memberOf(path[2])}.output` };
    if (parent === null || path[0] !== parent || path[2] !== id || !isChild(path[3])) return null;
    return { keys: 4, text: `tasks${memberOf(parent)}.output${memberOf(path[3])}` };
  };
  const whole = outer ? readAsWhole(analysis, outer, new Set([id])) : null;
  if (whole !== null) {
    const message = `What “${whole.of}” gives is read as a whole ${describePlace(analysis, whole.place)}, and would have one level less. Change that first.`;
    return refuse('STILL_READ', whole.of, message);
  }
  const isOfContainer = (root: string, path: Path): boolean =>
    root === 'tasks' && (path[0] === id || (path[0] === parent && path[1] === 'output' && path[2] === id));
  const other = findReferences(analysis.syntax, []).find(({ reference, path }) => {
    const isGone = startsWith(path, task.path) && path[task.path.length] !== 'tasks';
    return !isGone && isOfContainer(reference.root, reference.path) && rule(reference, path) === null;
  });
  if (other === undefined) return ok(rewriteTemplates([], rule));
  const read = `${other.reference.root}.${other.reference.path.join('.')}`;
  const message = `“${read}” is read ${describePlace(analysis, other.path)}, and there would be no “${id}” any more. Change that first.`;
  return refuse('STILL_READ', id, message);
}

/** A place as users read it: the part of the task that it is in, or of the workflow. */
function describePlace({ graph }: Analysis, path: Path): string {
  const owner = [...graph.nodes.values()]
    .filter(({ task }) => startsWith(path, task.path))
    .reduce<GraphNode | null>(
      (inner, node) => (node.task.path.length > (inner?.task.path.length ?? 0) ? node : inner),
      null,
    );
  const part = path.slice(owner?.task.path.length ?? 0).filter((key) => typeof key === 'string');
  return owner === null ? `in the workflow's “${part.join('.')}”` : `in “${part.join('.')}” of “${owner.id}”`;
}

function isHandlerOf(place: Path, task: Path): boolean {
  return startsWith(place, task) && String(place[task.length]).startsWith('on_');
}
