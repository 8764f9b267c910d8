import { ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import { runsTogether } from '../../model/index.ts';
import { removeAt } from '../../syntax/index.ts';
import type { Layout, Path, Refusal, Transaction } from '../../text/index.ts';
import { findList } from '../commands/addTask.ts';
import { findNamedNode } from '../find/findTaskNode.ts';
import { refuse, withTaskNames } from '../find/refuse.ts';
import { startsWith } from '../find/shiftPath.ts';
import { editFile, findSyntaxRefusal, hasEntry, openRoute, type Step, setAt } from '../steps/editFile.ts';
import { retarget } from '../steps/followTasks.ts';
import { memberOf } from '../steps/memberOf.ts';
import { moveItems } from '../steps/moveItems.ts';
import { findReferences, type ReferenceRule, rewriteTemplates } from '../steps/rewriteReferences.ts';
import { copyKeys, dropData, passesData } from './passedData.ts';
import { planUnwrap, type UnwrapPlan } from './unwrapPlan.ts';
import { placeUnwrapped, readAsWhole } from './wrapLayout.ts';

/** A container to take away around its tasks. */
export interface Unwrapping {
  readonly id: string;
  /** The file's layout now: the cards stay where they are drawn. */
  readonly layout?: Layout | undefined;
}

/**
 * Puts the tasks of a composite or parallel task in its place. Children of a composite lead to each other in list order;
 * those of a parallel task start together, and what followed it waits for all of them. What led to the container, left it,
 * or read its output by child, leads, leaves and reads the same. Refused (`NOT_EXPRESSIBLE`, `STILL_READ`) where the
 * container defines more than that: a timeout, a retry, its items.
 */
export function unwrapContainer(analysis: Analysis, args: Unwrapping): Result<Transaction, Refusal> {
  return withTaskNames(analysis, planUnwrapContainer(analysis, args));
}

function planUnwrapContainer(analysis: Analysis, { id, layout }: Unwrapping): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const found = findNamedNode(analysis, id);
  if (!found.ok) return found;
  const plan = planUnwrap(analysis, found.value);
  if (!plan.ok) return plan;
  const reads = readOutputsDirectly(analysis, plan.value);
  if (!reads.ok) return reads;
  const list = findList(analysis, found.value.parent);
  if (!list.ok) return list;
  const { container, children } = plan.value;
  const index = Number(container.task.path.at(-1));
  const from = children.map((node) => node.task.path);
  const steps = [
    ...leadIn(analysis, plan.value),
    ...leadOut(analysis, plan.value),
    ...chainChildren(plan.value),
    ...copyErrors(plan.value),
    ...handJoin(analysis, plan.value),
    reads.value,
    ...moveItems({ from, list: list.value.path, index: index + 1 }).steps,
    (syntax: Parameters<Step>[0]) => removeAt(syntax, container.task.path),
  ];
  const placed = placeUnwrapped(layout, { id, children: container.children });
  return editFile(analysis, { origin: `unwrapContainer:${id}`, steps, layout: placed });
}

/** What led to the container leads to where it begins; data passed to it is dropped: no task inside can read it. */
function leadIn(analysis: Analysis, { container, entries }: UnwrapPlan): Step[] {
  const ids = entries.map((node) => node.id);
  const entering = analysis.graph.edges.filter((edge) => edge.target === container.id && edge.via !== 'sequence');
  const passed = entering.filter((edge) => passesData(analysis, edge.path)).map((edge) => dropData(edge.path));
  const [first] = ids;
  const start = analysis.workflow.start === container.id && first !== undefined ? [setAt(['start'], first)] : [];
  return [...retarget(entering, () => ids), ...passed.toReversed(), ...start];
}

/** Children that end their branch continue where the container led, with the data that it passed. */
function leadOut(analysis: Analysis, { container, children, last, exits }: UnwrapPlan): Step[] {
  if (exits.length === 0) return [];
  const inside = new Set(container.children);
  const ending = analysis.graph.edges.filter(
    ({ source, target }) => inside.has(source) && target === 'end' && !analysis.graph.nodes.has('end'),
  );
  const closing = last.map((node): Path => [...node.task.path, 'on_success']);
  const from = [...container.task.path, 'on_success', 'with'];
  const ids = new Set(children.map((node) => node.id));
  const rule: ReferenceRule = ({ root, path: [first] }) =>
    root === 'output' && typeof first === 'string' && ids.has(first)
      ? { keys: 1, text: `tasks${memberOf(first)}.output` }
      : null;
  const data = passesData(analysis, [...container.task.path, 'on_success'])
    ? [...ending.map((edge) => edge.path), ...closing].flatMap((path) => [
        openRoute(path),
        ...copyKeys(from, [...path, 'with'], rule),
      ])
    : [];
  const next = exits.length === 1 ? (exits[0] ?? 'end') : exits;
  return [...retarget(ending, () => exits), ...closing.map((path) => setAt([...path, 'next'], next)), ...data];
}

/** Each child leads to the next in the list where only the order of the list did. */
function chainChildren({ chained }: UnwrapPlan): Step[] {
  return chained.map(([node, next]) => setAt([...node.task.path, 'on_success', 'next'], next.id));
}

/** What handled the error of the container handles that of each child that handles none. */
function copyErrors({ container, failing }: UnwrapPlan): Step[] {
  const from = [...container.task.path, 'on_error'];
  return failing.flatMap((node) => copyKeys(from, [...node.task.path, 'on_error'], () => null));
}

/** Who waits for all arrivals: where the container did, what it began with; behind a parallel task, what follows it. */
function handJoin(analysis: Analysis, { container, entries, exits, last }: UnwrapPlan): Step[] {
  const waits = (node: GraphNode | undefined): Step[] =>
    node === undefined || hasEntry(analysis.syntax, [...node.task.path, 'join'])
      ? []
      : [setAt([...node.task.path, 'join'], 'all')];
  const before = container.task.join === 'all' ? entries.flatMap(waits) : [];
  const isFanned = runsTogether(container.task.type) && last.length > 1;
  return [...before, ...(isFanned ? exits.flatMap((id) => waits(analysis.graph.nodes.get(id))) : [])];
}

/**
 * Lets what read a child's output by way of the container read it of the child. Refused (`STILL_READ`) where something
 * else of the container is read.
 */
function readOutputsDirectly(analysis: Analysis, { container, children }: UnwrapPlan): Result<Step, Refusal> {
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
