import { judgeTest } from '../judge/judgeTest.ts';
import type { DrillCase, DrillJudgement } from './DrillCase.ts';

const TIMED = /\bduration\b/;

/** Whether an expression is about the time that a run takes, which another fault changes. */
export function isTimed(source: string): boolean {
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
  return `The run ends with the same output as if the tool “${of.tool}” of “${task}” had worked. Its model got the failure, but the drill repeats its answers from “${test.name}”. Add a test in which this call fails and the model reacts to it, or let the workflow check what was done.`;
}
