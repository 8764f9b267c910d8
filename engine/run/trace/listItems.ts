import { isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import { formatCallPlace } from '../contract/callPlace.ts';
import type { RunError } from '../contract/Effect.ts';
import type { RunPlan } from '../contract/RunPlan.ts';
import { planFrom, type RunTrace, usedResult } from './planRun.ts';
import type { TaskStatus } from './RunEvent.ts';
import type { ActivationView, EffectView, RunView } from './RunView.ts';

/** An item of a collection that has begun. Times in ms since the epoch. */
export interface ItemView {
  /** From 0. */
  readonly index: number;
  /** The item itself, where what ran for it was given it or failed with it; undefined where it is not known. */
  readonly item: Json | undefined;
  readonly status: TaskStatus;
  /** That of its only task, else of all its tasks by id; null where it has not succeeded. */
  readonly output: Json;
  readonly error: RunError | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** The activation that tells most of it: the one that failed, else its last; the collection where that runs the items itself. */
  readonly activation: number;
  /** The run that the collection started for it, where it runs its items itself. */
  readonly child?: string;
}

/** What ran directly inside each activation, in order of start. */
export type StepsInside = (activation: number) => Iterable<number>;

/** The items of a collection as far as they have begun, by their index. Those of an earlier run, which did not run again, are not there. */
export function listItems(view: RunView, collection: ActivationView, inside: StepsInside): readonly ItemView[] {
  const steps = new Map<number, ActivationView[]>();
  for (const id of inside(collection.activation)) {
    const step = view.activations.get(id);
    if (step?.operation?.kind !== 'item') continue;
    const own = steps.get(step.operation.index);
    if (own === undefined) steps.set(step.operation.index, [step]);
    else own.push(step);
  }
  const items =
    steps.size > 0
      ? [...steps].map(([index, own]) => toItem(index, own))
      : listCalls(collection.effects).map(([index, call]) => ofCall(index, call, collection.activation));
  const failure = readFailure(collection);
  return items
    .map((item) =>
      failure?.index === item.index ? { ...item, item: item.item ?? failure.item, status: 'error' as const } : item,
    )
    .toSorted((one, other) => one.index - other.index);
}

function toItem(index: number, steps: readonly ActivationView[]): ItemView {
  const last = steps.at(-1);
  const [first] = steps;
  const failed = last?.status === 'error' ? last : undefined;
  const isOver = steps.every(({ endedAt }) => endedAt !== null);
  const outputs = new Map(steps.map(({ taskId, output }) => [taskId, output] as const));
  return {
    index,
    item: first === undefined ? undefined : itemOf(first.input),
    status: steps.find(({ endedAt }) => endedAt === null)?.status ?? last?.status ?? 'pending',
    output:
      failed !== undefined || !isOver ? null : outputs.size === 1 ? (last?.output ?? null) : jsonObject([...outputs]),
    error: failed?.error ?? null,
    startedAt: first?.startedAt ?? null,
    endedAt: isOver ? Math.max(...steps.map(({ endedAt }) => endedAt ?? 0)) : null,
    activation: (failed ?? last)?.activation ?? 0,
  };
}

/** The last call that a collection made for each of its items: `item-2.1` ends the key. */
function listCalls(effects: readonly EffectView[]): readonly (readonly [number, EffectView])[] {
  const calls = new Map<number, EffectView>();
  for (const effect of effects) {
    const [, index] = /\/item-(\d+)\.\d+$/.exec(effect.key) ?? [];
    if (index !== undefined && effect.kind !== 'memory') calls.set(Number(index), effect);
  }
  return [...calls];
}

function ofCall(index: number, effect: EffectView, activation: number): ItemView {
  const { request, response, error, startedAt, endedAt, child } = effect;
  const input = isJsonObject(request) ? request['input'] : undefined;
  return {
    index,
    item: input === undefined ? undefined : itemOf(input),
    status: error !== null ? 'error' : endedAt === null ? 'running' : 'success',
    output: error !== null || endedAt === null || response === null ? null : usedResult(effect),
    error,
    startedAt,
    endedAt,
    activation,
    ...(child === undefined ? {} : { child: child.runId }),
  };
}

/** The item in the input of a task without `with`, which has it; else the input itself, which was made for it. */
function itemOf(input: Json): Json | undefined {
  if (!isJsonObject(input)) return input ?? undefined;
  return input['item'] ?? (Object.keys(input).length === 0 ? undefined : input);
}

/** Which item a collection failed with, as its error says. */
function readFailure({ error }: ActivationView): { readonly index: number; readonly item: Json | undefined } | null {
  const details = error?.details ?? null;
  if (!isJsonObject(details) || details['type'] !== 'collection.item') return null;
  const { index, item } = details;
  return typeof index === 'number' ? { index, item } : null;
}

/**
 * Begins with the task at the top that holds a collection, and gives each item what it gave in the recorded run, where it succeeded
 * there: only the others run. So do the items of collections inside of it. Null where nothing can be reused: it began in a hook.
 */
export function planFailed(recorded: RunTrace, collection: ActivationView, inside: StepsInside): RunPlan | null {
  const { view } = recorded;
  const top = topOf(view, collection);
  if (top === null) return null;
  const failing = itemsAroundFailed(view);
  const items: [string, Readonly<Record<string, Json>>][] = [];
  const left: ActivationView[] = [top];
  const held = new Set<string>();
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    const isWhole = ({ index, status }: ItemView): boolean =>
      status === 'success' && !failing.has(`${step?.activation}/${index}`);
    const own = listItems(view, step, inside).filter(isWhole);
    const place = own.length === 0 ? null : placeOf(view, step);
    if (place !== null) items.push([place, Object.fromEntries(own.map(({ index, output }) => [index, output]))]);
    for (const id of inside(step.activation)) {
      const inner = view.activations.get(id);
      if (inner === undefined) continue;
      held.add(inner.taskId);
      left.push(inner);
    }
  }
  const plan = planFrom(recorded, top.taskId);
  // What ran inside has its results with the items.
  const reuse = plan.reuse?.filter(({ taskId }) => !held.has(taskId)) ?? [];
  return { ...plan, reuse, ...(items.length === 0 ? {} : { items: Object.fromEntries(items) }) };
}

/** The items inside of which a collection continued though items of its own failed: `activation/index`. */
function itemsAroundFailed(view: RunView): ReadonlySet<string> {
  const found = new Set<string>();
  for (const step of view.activations.values()) {
    if ((step.progress?.failed ?? 0) === 0) continue;
    let at: ActivationView | undefined = step;
    while (at !== undefined && at.parent !== null) {
      if (at.operation?.kind === 'item') found.add(`${at.parent}/${at.operation.index}`);
      at = view.activations.get(at.parent);
    }
  }
  return found;
}

/** The activation at the top of the run that a step is of; null where a hook is in between. */
function topOf(view: RunView, step: ActivationView): ActivationView | null {
  let top = step;
  while (top.parent !== null) {
    const around = view.activations.get(top.parent);
    if (around === undefined || top.operation?.kind === 'hook') return null;
    top = around;
  }
  return view.tasks.get(top.taskId)?.activation === top.activation ? top : null;
}

/** The place of a step in its run; null where a hook is in between. */
function placeOf(view: RunView, step: ActivationView): string | null {
  const steps = [{ taskId: step.taskId, item: null as number | null }];
  for (let at = step; at.parent !== null; ) {
    const around = view.activations.get(at.parent);
    if (around === undefined || at.operation?.kind === 'hook') return null;
    steps.unshift({ taskId: around.taskId, item: at.operation?.kind === 'item' ? at.operation.index : null });
    at = around;
  }
  return formatCallPlace(steps);
}
