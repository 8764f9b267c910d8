import { err, ok, type Result } from '../../base/index.ts';
import type { Graph } from '../../graph/index.ts';
import { type CallStep, formatCallPlace } from '../contract/callPlace.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import type { ReusedAnswer, RunPlan } from '../contract/RunPlan.ts';
import { EMPTY_VIEW, foldRun } from './foldRun.ts';
import { planFrom, planUntil, type RunTrace } from './planRun.ts';
import type { ActivationView, EffectView, RunView } from './RunView.ts';

/** A recorded run on the way to a task inside of runs, and the call that started the next of them. */
export interface RunOnWay {
  readonly trace: RunTrace;
  /** Of the text that runs now. */
  readonly graph: Graph;
  /** Key of the call. */
  readonly key: string;
}

/** Where a call was made, and what for. */
export interface PlacedCall {
  readonly key: string;
  /** As `RunPlan.children` has it. */
  readonly place: string;
  readonly steps: readonly CallStep[];
  /** The task at the top of the run that makes it, or that it is made inside of. */
  readonly top: ActivationView;
  /** Number of the activation that makes it. */
  readonly maker: number;
  readonly child: NonNullable<EffectView['child']>;
}

/**
 * The plan of the outermost run, so that the run inside that `way` leads to is started with `inner`. `way` begins with the
 * outermost run. Each of these runs begins (`from`) or ends (`until`) with the task at its top that leads to the next one. The error is for the user:
 * a call was made by a model or in a hook, or its task is gone.
 */
export function planInside(
  kind: 'from' | 'until',
  way: readonly RunOnWay[],
  inner: RunPlan,
): Result<RunPlan, RunError> {
  let plan = inner;
  for (const around of way.toReversed()) {
    const planned = planAround(kind, around, plan);
    if (!planned.ok) return planned;
    plan = planned.value;
  }
  return ok(plan);
}

function planAround(
  kind: 'from' | 'until',
  { trace, graph, key }: RunOnWay,
  inner: RunPlan,
): Result<RunPlan, RunError> {
  const call = findCall(trace.view, key);
  if (call === null)
    return err(
      refuse(
        'A model or a hook called this workflow, so a new run may not call it again at the same place. Run its file by itself.',
      ),
    );
  const { top, place, steps } = call;
  const gone = steps.find(({ taskId }) => !graph.nodes.has(taskId));
  if (gone !== undefined || graph.nodes.get(top.taskId)?.parent !== null)
    return err(
      refuse(
        `The task “${gone?.taskId ?? top.taskId}” that called this workflow is no longer where it was. Run the whole workflow once more first.`,
      ),
    );
  const inside = { children: { [place]: inner }, ...answersBeside(trace.view, call) };
  if (kind === 'from') return ok({ ...planFrom(whenCalled(trace, top, key), top.taskId), ...inside });
  // One of the tasks of a container may end it: none where it is done for each item, since they end in any order.
  const last = steps.some(({ item }) => item !== null) ? top.taskId : (steps.at(-1)?.taskId ?? top.taskId);
  return ok({ ...planUntil(trace, graph, last), ...inside });
}

/** What the other calls of the same container gave: that is begun again as a whole. */
function answersBeside(view: RunView, { key, place, top }: PlacedCall): Pick<RunPlan, 'answers'> {
  const answers: [string, ReusedAnswer][] = [];
  for (const other of placedCalls(view)) {
    const effect = view.activations.get(other.maker)?.effects.find((each) => each.key === other.key);
    const isBeside = other.top.activation === top.activation && other.key !== key && other.place !== place;
    if (!isBeside || effect === undefined || effect.endedAt === null || effect.error !== null) continue;
    answers.push([other.place, { output: effect.response, simulated: effect.simulated, ...other.child }]);
  }
  return answers.length === 0 ? {} : { answers: Object.fromEntries(answers) };
}

function refuse(message: string): RunError {
  return runError('CONFIGURATION_ERROR', 'plan.inside', message);
}

/** What was recorded, up to the call where its task has run again since: that round is what the new run begins with. */
function whenCalled(trace: RunTrace, top: ActivationView, key: string): RunTrace {
  if (trace.view.tasks.get(top.taskId)?.activation === top.activation) return trace;
  const end = trace.events.findIndex((event) => event.type === 'effect.requested' && event.key === key);
  const events = trace.events.slice(0, end + 1);
  return { events, view: foldRun(EMPTY_VIEW, events) };
}

/** The calls of a run that have started others, in order. Without those of models and in hooks, which have no place. */
export function placedCalls(view: RunView): readonly PlacedCall[] {
  return [...view.activations.values()].flatMap((activation) =>
    activation.effects.flatMap(({ key }) => findCall(view, key) ?? []),
  );
}

function findCall(view: RunView, key: string): PlacedCall | null {
  const number = Number(key.split('/').at(-3));
  const maker = view.activations.get(number);
  const effect = maker?.effects.find((each) => each.key === key);
  if (maker === undefined || effect?.child === undefined) return null;
  if (maker.effects.some(({ kind }) => kind === 'model')) return null;
  const steps: CallStep[] = [{ taskId: maker.taskId, item: itemOf(key) }];
  let top = maker;
  while (top.parent !== null) {
    const container = view.activations.get(top.parent);
    if (container === undefined || top.operation?.kind === 'hook') return null;
    steps.unshift({
      taskId: container.taskId,
      item: top.operation?.kind === 'item' ? top.operation.index : null,
    });
    top = container;
  }
  return { key, place: formatCallPlace(steps), steps, top, maker: number, child: effect.child };
}

/** The item that a task itself makes a call for, by the last part of the key: `item-2.1`. */
function itemOf(key: string): number | null {
  const [, index] = /\/(?:item|batch)-(\d+)\.\d+$/.exec(key) ?? [];
  return index === undefined ? null : Number(index);
}
