import type { Json } from '../../base/index.ts';
import type { ActivationView, RunEvent, RunView } from '../../run/index.ts';
import type { Count, RoundExpectation, TaskExpectation } from '../../testFile/index.ts';
import type { Path } from '../../text/index.ts';
import { type RunCall, sentBy } from '../cassette/listCalls.ts';
import { isOf, type MatchScope } from '../play/matchValue.ts';
import { judgeValue, type Wrong } from './Verdict.ts';

/** What a task did in a run. */
export interface TaskActivations {
  readonly view: RunView;
  readonly events: readonly RunEvent[];
  /** All calls of the run. */
  readonly calls: readonly RunCall[];
  readonly scope: MatchScope;
}

/** What is not as expected of a task: how often it ran and called, each time that it ran, and its items. */
export function judgeTask(expected: TaskExpectation, id: string, run: TaskActivations): readonly Wrong[] {
  const { task, use, times, calls, rounds, items, path } = expected;
  const steps = [...run.view.activations.values()].filter((step) => step.taskId === id && step.startedAt !== null);
  const last = steps.at(-1);
  const wrong: Wrong[] = [];
  if (times !== null)
    wrong.push(...judgeTimes(times, steps.length, { task, path, event: startOf(run, steps[times.most]) }));
  if (use !== null) wrong.push(...judgeUse(use, { task, path, run, id }));
  if (calls !== null) wrong.push(...judgeCalls(calls, { task, path, run, id }));
  if (rounds !== null) {
    const counted = { least: rounds.length, most: rounds.length };
    const event = startOf(run, steps[rounds.length]);
    wrong.push(...judgeTimes(counted, steps.length, { task, path, key: 'rounds', event }));
    for (const [index, round] of rounds.entries()) {
      const step = steps[index];
      if (step !== undefined) wrong.push(...judgeRound(round, step, { what: `${task}” in round ${index + 1}`, run }));
    }
  }
  for (const [index, item] of items) {
    const step = steps.findLast((each) => itemOf(run.view, each) === index);
    const what = `${task}” for item ${index}`;
    if (step !== undefined) wrong.push(...judgeRound(item, step, { what, run }));
    else wrong.push(notStarted(what, item.path));
  }
  if (!looksAtLast(expected)) return wrong;
  if (last === undefined) return [...wrong, notStarted(`${task}”`, path)];
  return [...wrong, ...judgeRound(expected, last, { what: `${task}”`, run })];
}

/** A task that is named must run, unless only how often, or what it calls, is asked. */
function looksAtLast({ use, times, calls, rounds, items, ...last }: TaskExpectation): boolean {
  const { attempts, with: input, output } = last;
  if (attempts !== null || input !== undefined || output !== undefined) return true;
  return use === null && times === null && calls === null && rounds === null && items.size === 0;
}

function notStarted(what: string, path: Path): Wrong {
  return { code: 'PATH', path, message: `“${what} must run; it did not start.`, expected: null, actual: null };
}

function judgeTimes(
  { least, most }: Count,
  came: number,
  { task, path, key = 'times', event }: { task: string; path: Path; key?: string; event: number | null },
): readonly Wrong[] {
  if (isWithin({ least, most }, came)) return [];
  const wanted = most === 0 ? 'must not run' : `must run ${tellCount({ least, most })}`;
  const message = `“${task}” ${wanted}; it ${came === 0 ? 'did not run' : `ran ${times(came)}`}.`;
  return [{ code: 'TIMES', path: [...path, key], message, expected: toJson({ least, most }), actual: came, event }];
}

/** What a task is given to do with what it is given: an agent may call its tools besides. */
function judgeUse(
  use: string,
  { task, path, run, id }: { task: string; path: Path; run: TaskActivations; id: string },
): readonly Wrong[] {
  const made = run.calls.filter((call) => call.taskId === id && call.kind !== 'memory');
  if (made.some((call) => isOf(call, use))) return [];
  const [first] = made;
  const came = first === undefined ? 'it called nothing' : `it called ${first.name}`;
  const message = `“${task}” must call ${use}; ${came}.`;
  const [actual, event] = [first?.name ?? null, first?.seq ?? null];
  return [{ code: 'USE', path: [...path, 'use'], message, expected: use, actual, event }];
}

function judgeCalls(
  expected: Count | readonly Json[],
  { task, path, run, id }: { task: string; path: Path; run: TaskActivations; id: string },
): readonly Wrong[] {
  const made = run.calls.filter((call) => call.taskId === id && call.kind !== 'memory');
  const at: Path = [...path, 'calls'];
  const count = 'length' in expected ? { least: expected.length, most: expected.length } : expected;
  const wrong: Wrong[] = [];
  if (!isWithin(count, made.length)) {
    const wanted = count.most === 0 ? 'must call nothing' : `must make ${tellCalls(count)}`;
    const came = made.length === 0 ? 'it made none' : `it made ${tellCalls({ least: made.length, most: made.length })}`;
    const message = `“${task}” ${wanted}; ${came}.`;
    const event = made[count.most]?.seq ?? null;
    wrong.push({ code: 'CALLS', path: at, message, expected: toJson(count), actual: made.length, event });
  }
  if (!('length' in expected)) return wrong;
  for (const [index, sent] of expected.entries()) {
    const call = made[index];
    if (call === undefined) continue;
    const place = { path: [...at, index], what: `What call ${index + 1} of “${task}” sent`, event: call.seq };
    wrong.push(...judgeValue('SENT', { ...place, expected: sent, actual: sentBy(call), scope: run.scope }));
  }
  return wrong;
}

function judgeRound(
  { attempts, with: input, output, path }: RoundExpectation,
  step: ActivationView,
  { what, run }: { readonly what: string; readonly run: TaskActivations },
): readonly Wrong[] {
  const came = step.attempts.length;
  const { scope } = run;
  const event = endOf(run, step);
  const message = `“${what} must be tried ${times(attempts ?? 0)}; it was tried ${times(came)}.`;
  return [
    ...(attempts === null || came === attempts
      ? []
      : [{ code: 'ATTEMPTS', path: [...path, 'attempts'], message, expected: attempts, actual: came, event } as const]),
    ...judgeValue('WITH', {
      path: [...path, 'with'],
      expected: input,
      actual: step.input,
      scope,
      what: `The input of “${what}`,
      event: startOf(run, step),
    }),
    ...judgeValue('TASK_OUTPUT', {
      path: [...path, 'output'],
      expected: output,
      actual: step.output,
      scope,
      what: `The output of “${what}`,
      event,
    }),
  ];
}

export function isWithin({ least, most }: Count, count: number): boolean {
  return count >= least && count <= most;
}

/** The item of the nearest collection around a step. */
export function itemOf({ activations }: RunView, step: ActivationView): number | null {
  for (let at: ActivationView | undefined = step; at !== undefined; at = activations.get(at.parent ?? -1))
    if (at.operation?.kind === 'item') return at.operation.index;
  return null;
}

function startOf({ events }: TaskActivations, step: ActivationView | undefined): number | null {
  return findEvent(events, step, (type) => type === 'task.started');
}

function endOf({ events }: TaskActivations, step: ActivationView): number | null {
  return findEvent(events, step, (type) => type === 'task.succeeded' || type === 'task.failed');
}

function findEvent(
  events: readonly RunEvent[],
  step: ActivationView | undefined,
  isWanted: (type: RunEvent['type']) => boolean,
): number | null {
  if (step === undefined) return null;
  const event = events.find(
    (each) => isWanted(each.type) && 'activation' in each && each.activation === step.activation,
  );
  return event?.seq ?? null;
}

/** “once”, “at most 2 times”. */
function tellCount({ least, most }: Count): string {
  if (least === most) return times(least);
  if (most === Number.POSITIVE_INFINITY) return `at least ${times(least)}`;
  return least === 0 ? `at most ${times(most)}` : `from ${least} to ${times(most)}`;
}

/** “one call”, “at most 2 calls”. */
export function tellCalls({ least, most }: Count): string {
  if (most === 0) return 'no call';
  if (least === most) return calls(least);
  if (most === Number.POSITIVE_INFINITY) return `at least ${calls(least)}`;
  return least === 0 ? `at most ${calls(most)}` : `from ${least} to ${calls(most)}`;
}

function calls(count: number): string {
  return count === 1 ? 'one call' : `${count} calls`;
}

/** As it is written in the test file. */
export function toJson({ least, most }: Count): Json {
  if (least === most) return least;
  return {
    ...(least === 0 ? {} : { at_least: least }),
    ...(most === Number.POSITIVE_INFINITY ? {} : { at_most: most }),
  };
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
