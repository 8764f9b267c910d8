import { type Json, ownValue } from '../../base/index.ts';
import { type CallStep, formatCallPlace } from '../contract/callPlace.ts';
import type { ReusedAnswer, RunPlan } from '../contract/RunPlan.ts';
import type { Activation } from '../state/Activation.ts';
import type { Run } from '../state/Run.ts';
import { useOf } from '../state/useOf.ts';

/**
 * The plan of a run that a pending call of this one starts: what the run's plan has for the place of the call, and what is
 * set on the tasks of the called file; undefined for a usual run.
 */
export function planOfCall(
  run: Run,
  { file, key }: { readonly file: string; readonly key: string },
): RunPlan | undefined {
  const placed = atPlace(run, key, run.started?.plan?.children ?? {});
  const { inside, errorPause, hasVirtualTime } = run.controls;
  const { breakpoints = [], pins = {} } = inside.get(file) ?? {};
  const others = [...inside].filter(([other]) => other !== file);
  const plan: RunPlan = {
    ...placed,
    ...(breakpoints.length === 0 ? {} : { breakpoints }),
    ...(Object.keys(pins).length === 0 ? {} : { pins: { ...placed?.pins, ...pins } }),
    ...(errorPause === 'off' ? {} : { pauseOnError: errorPause }),
    ...(hasVirtualTime ? { virtualTime: true } : {}),
    ...(others.length === 0 ? {} : { inside: Object.fromEntries(others) }),
  };
  return Object.keys(plan).length === 0 ? undefined : plan;
}

/** What a pending call answers in place of starting a run, by the plan of its own; undefined where it starts one. */
export function reusedAnswer(run: Run, key: string): ReusedAnswer | undefined {
  const answers = run.started?.plan?.answers;
  return answers === undefined ? undefined : atPlace(run, key, answers);
}

/** What an item of a collection gave in an earlier run, by the plan of this one; undefined where it runs. */
export function reusedItem(run: Run, collection: Activation, index: number): Json | undefined {
  const items = run.started?.plan?.items;
  const steps = items === undefined ? null : firstTimeSteps(collection);
  const outputs = steps === null ? undefined : items?.[formatCallPlace(steps)];
  return outputs === undefined ? undefined : ownValue(outputs, String(index));
}

function atPlace<T>(run: Run, key: string, planned: Readonly<Record<string, T>>): T | undefined {
  const activation = run.calls.get(key)?.activation;
  // What a model calls, and in which order, is not the same in another run.
  if (activation === undefined || useOf(run, activation.task).kind === 'agent') return undefined;
  const steps = firstTimeSteps(activation);
  return steps === null ? undefined : planned[formatCallPlace(steps)];
}

/** The place of a call; null where it was reached before in this run, or is inside of a hook. */
function firstTimeSteps(activation: Activation): readonly CallStep[] | null {
  const { scope, program, lane, name } = activation;
  // Without an attempt: a result of an earlier run.
  if (lane.ended !== null && lane.ended.attempt > 0) return null;
  const own: CallStep = { taskId: program.id, item: name?.index ?? null };
  const { container, operation } = scope;
  if (container === null) return [own];
  if (operation?.kind === 'hook') return null;
  const around = firstTimeSteps(container);
  const last = around?.at(-1);
  if (around === null || last === undefined) return null;
  return [...around.slice(0, -1), { ...last, item: operation?.kind === 'item' ? operation.index : last.item }, own];
}
