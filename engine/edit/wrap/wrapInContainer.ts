import { ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphEdge } from '../../graph/index.ts';
import { type ContainerType, exitsOf, roleOf, runsInOrder, traitsOf } from '../../model/index.ts';
import { findNode, partEnd, type Syntax } from '../../syntax/index.ts';
import type { Layout, Path, Refusal, Transaction } from '../../text/index.ts';
import { findList, newTaskId } from '../commands/addTask.ts';
import { findIdProblem } from '../find/freshId.ts';
import { refuse, withTaskNames } from '../find/refuse.ts';
import { readSelection, type Selection } from '../find/selection.ts';
import { afterInsertion } from '../find/shiftPath.ts';
import { editFile, findSyntaxRefusal, insertAt, removePath, type Step, setAt } from '../steps/editFile.ts';
import { retarget } from '../steps/followTasks.ts';
import { memberOf } from '../steps/memberOf.ts';
import { moveItems } from '../steps/moveItems.ts';
import { formatDraft } from '../steps/newTask.ts';
import { findReferences, type ReferenceRule } from '../steps/rewriteReferences.ts';
import { continuesOnError } from './around.ts';
import { keepEntryErrors } from './entryErrors.ts';
import { carryData, copyKeys, dropData, passesData } from './passedData.ts';
import { startData } from './startData.ts';
import { findWholeRead, placeWrapped, rewriteInnerOutputs } from './wrapLayout.ts';
import { planWrap, type WrapPlan } from './wrapPlan.ts';

/** Tasks and the container they go into. */
export interface Wrapping {
  readonly ids: readonly string[];
  readonly type: ContainerType;
  /** The requested id; made from the type when absent. Made unique either way: it is `newTaskId` of type and id. */
  readonly id?: string | undefined;
  /** True: connections between tasks that become operations of a parallel task go. Otherwise they are refused. */
  readonly heal?: boolean | undefined;
  /** The file's layout now: the container takes the place of the cards. */
  readonly layout?: Layout | undefined;
}

/**
 * Makes tasks the body of a new container in the place of the first. What led into them leads to the container, and what
 * led out of them becomes its `on_success`, or its `on_error` where all of them share that; data passed on the way goes along.
 * Refused with a message where that would mean something else: `SEVERAL_ENTRIES`, `SEVERAL_EXITS`, `NOT_EXPRESSIBLE`,
 * `SIBLING_IN_PARALLEL`, `NOT_SIBLINGS`, `NOT_NEIGHBOURS`.
 */
export function wrapInContainer(analysis: Analysis, args: Wrapping): Result<Transaction, Refusal> {
  return withTaskNames(analysis, planWrapInContainer(analysis, args));
}

function planWrapInContainer(analysis: Analysis, args: Wrapping): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const selection = readSelection(analysis, args.ids);
  if (!selection.ok) return selection;
  const id = newTaskId(analysis, { type: args.type, id: args.id });
  const problem = findIdProblem(id);
  if (problem) return refuse('INVALID_ID', id, problem);
  const plan = planWrap(analysis, selection.value, args);
  if (!plan.ok) return plan;
  const list = findList(analysis, selection.value.parent?.id ?? null);
  if (!list.ok) return list;
  const entries = takeEntryData(analysis, selection.value, plan.value);
  if (!entries.ok) return entries;
  const whole = findWholeRead(analysis, selection.value);
  if (whole) return whole;
  const errors = keepEntryErrors(analysis, selection.value, plan.value.entries);
  if (!errors.ok) return errors;
  const places = new Set(selection.value.nodes.map((node) => Number(node.task.path.at(-1))));
  const index = Math.min(...places);
  let last = index;
  while (places.has(last + 1)) last += 1;
  const container: Path = [...list.value.path, index];
  const toNew = (path: Path): Path => afterInsertion(path, list.value.path, index);
  const exits = writeExit(analysis, plan.value, { container, toNew });
  if (!exits.ok) return exits;
  const steps = [
    ...errors.value,
    ...rewriteInnerOutputs(selection.value, id),
    ...entries.value,
    ...rewire(selection.value, plan.value, { id, isOrdered: runsInOrder(args.type) }),
    insertAt(list.value.path, index, formatDraft({ type: args.type }, id)),
    ...handleErrors(selection.value, args.type, container),
    ...moveJoin(selection.value, plan.value, { container, toNew }),
    ...exits.value,
    ...moveItems({
      from: plan.value.body.map((node) => toNew(node.task.path)),
      list: [...container, 'tasks'],
      index: 0,
    }).steps,
    keepGap(analysis.syntax, list.value.path, { from: last, to: index }),
  ];
  const origin = `wrapInContainer:${[...selection.value.ids].join()}`;
  return editFile(analysis, { origin, steps, layout: placeWrapped(args.layout, selection.value, id) });
}

/** The entering connections lead to the container, the leaving ones end the body's branch, and the start follows. */
function rewire(selection: Selection, plan: WrapPlan, { id, isOrdered }: { id: string; isOrdered: boolean }): Step[] {
  const { exits, dropped, ends, isStart, body } = plan;
  const isEarly = ({ source, via }: GraphEdge) => isOrdered && via === 'on_success' && body.at(-1)?.id !== source;
  // A route that leads out stays as a route, and what is taken where none matches stays too: without it, a value would match nothing.
  const routed = new Set(
    body.filter(({ task }) => exitsOf(task).some(({ via }) => roleOf(via) === 'route')).map(({ id }) => id),
  );
  const isFallback = ({ source, via }: GraphEdge) => via === 'on_success' && routed.has(source);
  const toEnd = new Set(exits.filter((edge) => roleOf(edge.via) === 'route' || isFallback(edge) || isEarly(edge)));
  const cut = [...selection.entering, ...exits, ...dropped];
  const steps = retarget(cut, (edge) => (selection.ids.has(edge.source) ? (toEnd.has(edge) ? 'end' : null) : id));
  const closing = ends.map((node) => setAt([...node.task.path, 'on_success', 'next'], 'end'));
  return [...steps, ...closing, ...(isStart ? [setAt(['start'], id)] : [])];
}

/** What entering connections pass becomes the `with` of the tasks they led to, since a container's input stays its own. */
function takeEntryData(analysis: Analysis, selection: Selection, plan: WrapPlan): Result<readonly Step[], Refusal> {
  // List order has no text of its own: its path is that of the task before.
  const entering = selection.entering.filter(({ via }) => via !== 'sequence');
  const paths = new Map(entering.map((edge) => [JSON.stringify(edge.path), edge]));
  const passing = [...paths.values()].filter((edge) => passesData(analysis, edge.path));
  const [edge] = passing;
  if (!edge) return plan.start === null ? ok([]) : startData(analysis, plan.start);
  if (paths.size > 1 || plan.start !== null) {
    const message = `“${edge.source}” passes data to “${edge.target}”, which others lead to as well. Put the data into the task's own “with” first.`;
    return refuse('NOT_EXPRESSIBLE', edge.source, message);
  }
  const rule = carryData(analysis, edge, `tasks${memberOf(edge.source)}.output`);
  if (!rule.ok) return rule;
  const targets = entering.map(({ target }) => analysis.graph.nodes.get(target)).filter((node) => node !== undefined);
  const isShared = analysis.graph.edges.some(
    (other) => JSON.stringify(other.path) === JSON.stringify(edge.path) && !selection.ids.has(other.target),
  );
  const reader = targets.find(({ task }) =>
    ['with', 'env'].some((key) =>
      findReferences(analysis.syntax, [...task.path, key]).some(({ reference }) => reference.root === 'input'),
    ),
  );
  if (reader !== undefined) {
    const message = `“${reader.id}” reads in its own “with” or “env” what “${edge.source}” passes to it, which nothing passes inside a container. Let it read the output of “${edge.source}” instead.`;
    return refuse('NOT_EXPRESSIBLE', reader.id, message);
  }
  const copies = targets.flatMap((node) => copyKeys([...edge.path, 'with'], [...node.task.path, 'with'], rule.value));
  return ok(isShared ? copies : [...copies, dropData(edge.path)]);
}

interface NewContainer {
  readonly container: Path;
  toNew(path: Path): Path;
}

/** The handlers of the container, with the data that the leaving connection passed. */
function writeExit(
  analysis: Analysis,
  plan: WrapPlan,
  { container, toNew }: NewContainer,
): Result<readonly Step[], Refusal> {
  const steps: Step[] = [];
  if (plan.successTarget !== null) steps.push(setAt([...container, 'on_success', 'next'], plan.successTarget));
  if (plan.errorTarget !== null) steps.push(setAt([...container, 'on_error', 'next'], plan.errorTarget));
  const passing = plan.exits.filter((edge) => passesData(analysis, edge.path));
  const [edge] = passing;
  if (!edge) return ok(steps);
  if (new Set(plan.exits.map(({ path }) => JSON.stringify(path))).size > 1) {
    const message = `“${edge.source}” passes data on to “${edge.target}”, and other tasks lead there too. Let “${edge.target}” read what it needs in its own “with” first.`;
    return refuse('NOT_EXPRESSIBLE', edge.source, message);
  }
  const rule: Result<ReferenceRule, Refusal> = carryData(analysis, edge, `output${memberOf(edge.source)}`);
  if (!rule.ok) return rule;
  const path = toNew(edge.path);
  steps.push(...copyKeys([...path, 'with'], [...container, 'on_success', 'with'], rule.value));
  const isShared = analysis.graph.edges.some(
    (other) => other.target !== edge.target && JSON.stringify(other.path) === JSON.stringify(edge.path),
  );
  return ok(isShared ? steps : [...steps, dropData(path)]);
}

/** Where the list continues after an error, it does so inside too. */
function handleErrors({ parent }: Selection, type: ContainerType, container: Path): Step[] {
  const isMeant = traitsOf(type).children === 'sequence' && continuesOnError(parent);
  return isMeant ? [setAt([...container, 'config', 'error_handling'], 'continue')] : [];
}

/** A task that waits for all its arrivals hands that over to the container, unless tasks inside lead to it too. */
function moveJoin({ inner }: Selection, { entries }: WrapPlan, { container, toNew }: NewContainer): Step[] {
  const waiting = entries.filter(({ id, task }) => task.join === 'all' && !inner.some((edge) => edge.target === id));
  if (waiting.length === 0) return [];
  return [
    setAt([...container, 'join'], 'all'),
    ...waiting.map(({ task }) => removePath([...toNew(task.path), 'join'])),
  ];
}

/** The blank lines below an item of a block list, as text from the end of its last line; null where they may be part of a text block. */
function readGap(syntax: Syntax, list: Path, index: number): { start: number; text: string } | null {
  const node = findNode(syntax, list);
  const item = node?.kind === 'list' && node.style === 'block' ? node.items[index] : undefined;
  if (item === undefined || syntax.text.charAt(item.end - 1) === '\n') return null;
  const start = partEnd(syntax.text, item);
  return { start, text: /^(?:\r?\n[ \t]*(?=\r?\n))*/.exec(syntax.text.slice(start))?.[0] ?? '' };
}

/** The step that leaves the item at an index of a list as far from the next one as another item was from the text below it. */
function keepGap(before: Syntax, list: Path, { from, to }: { readonly from: number; readonly to: number }): Step {
  const gap = readGap(before, list, from);
  return (syntax) => {
    const node = findNode(syntax, list);
    const now = readGap(syntax, list, to);
    const isLast = node?.kind !== 'list' || to + 1 >= node.items.length;
    if (gap === null || now === null || isLast || gap.text === now.text) return ok([]);
    return ok([{ start: now.start, end: now.start + now.text.length, text: gap.text }]);
  };
}
