import { type Count, EXPECTS_SUCCESS, type Expectations, type TaskExpectation } from '../../testFile/index.ts';
import { judgeTest } from '../judge/judgeTest.ts';
import type { Failure } from '../judge/Verdict.ts';
import type { FaultKind } from './Fault.ts';
import type { DrillCase, DrillJudgement, PlayedDrill } from './PlayedDrill.ts';

/** Faults that the workflow does not notice: the run does what it does without them. */
const UNTOLD: ReadonlySet<FaultKind> = new Set<FaultKind>(['killed-before', 'killed-after', 'signal-twice']);

/**
 * Judges a run by what of its test holds in spite of the fault (decision 150): what comes of the run, and what never starts, where no task is told of the fault; else how
 * often something may happen at most, whichever way the run takes. Null where the test expects nothing of the kind, or it is so.
 */
export function judgePromise(of: DrillCase): DrillJudgement | null {
  const { analysis, run, usual, promised } = of;
  if (promised === null || run.stop !== null) return null;
  const { test, findings } = promised;
  const isWhole = isUntold(of);
  const bounds = { tasks: test.expect.tasks.flatMap(toBounds), calls: test.expect.calls.filter(hasBound) };
  const expect = { ...(isWhole ? resultOf(test.expect) : EXPECTS_SUCCESS), ...bounds };
  const failuresIn = ({ events, view }: PlayedDrill): readonly Failure[] =>
    judgeTest(analysis, { ...test, expect }, { events, view, stop: null }, findings).failures.filter(
      ({ code }) => isWhole || code !== 'STATUS',
    );
  const [failure] = failuresIn(run);
  // What a drill plays differs from the run of a test in its secrets.
  if (failure === undefined || failuresIn(usual).length > 0) return null;
  const step = failure.event ?? run.events.length - 1;
  return { verdict: 'unhandled', why: `This breaks what the test “${test.name}” expects: ${failure.message}`, step };
}

/** Whether no more tasks fail than without the fault: nothing leads the run another way. */
function isUntold({ fault, run, usual }: DrillCase): boolean {
  return UNTOLD.has(fault.kind) && failuresOf(run) <= failuresOf(usual);
}

function failuresOf({ events }: PlayedDrill): number {
  return events.filter(({ type }) => type === 'task.failed').length;
}

/** What comes of a run, and what it never does. A way that is longer may lead to the same. */
function resultOf({ status, never, output, equals, that }: Expectations): Expectations {
  return { ...EXPECTS_SUCCESS, status, never, output, equals, that: that.filter((source) => !isTimed(source)) };
}

/** How often something may happen at most, where a test says no more than that: a number is about the way on which it was counted. */
function toBounds({ task, path, times, calls }: TaskExpectation): readonly TaskExpectation[] {
  const most = times !== null && isBound(times) ? times : null;
  const made = calls !== null && 'most' in calls && isBound(calls) ? calls : null;
  if (most === null && made === null) return [];
  const nothing = { attempts: null, with: undefined, output: undefined, use: null, rounds: null, items: new Map() };
  return [{ ...nothing, task, path, times: most, calls: made }];
}

function hasBound({ times }: { readonly times: Count }): boolean {
  return isBound(times);
}

/** `at_most: 1`, and neither `1` nor `0`. */
function isBound({ least, most }: Count): boolean {
  return least === 0 && most > 0 && Number.isFinite(most);
}

const TIMED = /\bduration\b/;

/** Whether an expression is about the time that a run takes, which another fault changes. */
function isTimed(source: string): boolean {
  return TIMED.test(source);
}

/**
 * Judges a run in which a tool of an agent fails by the test in which it fails by itself, whatever it fails with: the model is told, and what is promised of that is what this test
 * expects, but for how long it takes. Null where no test says it.
 */
export function judgeForeseen({ analysis, run, foreseen }: DrillCase): DrillJudgement | null {
  if (foreseen === null || run.stop !== null) return null;
  const { findings, test } = foreseen;
  const { expect } = test;
  const timeless = { ...expect, within: null, that: expect.that.filter((source) => !isTimed(source)) };
  const { events, view } = run;
  const judged = judgeTest(analysis, { ...test, expect: timeless }, { events, view, stop: null }, findings);
  const [failure] = judged.failures;
  const step = events.length - 1;
  const name = `the test “${test.name}”`;
  if (failure !== undefined) {
    const why = `This call fails in ${name}, too, which expects another result: ${failure.message}`;
    return { verdict: 'unhandled', why, step: failure.event ?? step };
  }
  const verdict = expect.status === 'success' ? 'handled' : 'as-written';
  return { verdict, why: `The run ends as ${name} expects, in which this call fails, too.`, step };
}

/** What there is to say of a run that ends as usual, though a tool of an agent did not do its work. */
export function tellSilentTool({ fault, test }: DrillCase): string | null {
  const { of, task } = fault;
  if (of === null) return null;
  return `The run ends with the same output as if the tool “${of.tool}” of “${task}” had worked. Its model was told about the failure, but the drill repeats its answers from “${test.name}”. Add a test in which this call fails and the model reacts to it, or let the workflow check what was done.`;
}
