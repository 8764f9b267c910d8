import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import { analyze } from '../graph/index.ts';
import { readTestFile } from '../testFile/index.ts';
import { findSubjects, runTest } from './index.ts';
import { ORDERS } from './testing.ts';

beforeAll(() => loadPatterns());

const GOOD = '{ name: good, answers: { fetch: { output: { body: [1] } } }, expect: { output: { n: 1 } } }';

/** What each test of a file came to, and what keeps all of them from being played. */
async function playAll(
  text: string,
): Promise<{ readonly played: readonly string[]; readonly blocking: readonly string[] }> {
  const { subjects, blocking } = findSubjects(readTestFile(text), analyze('flow.yaml', ORDERS));
  const played: string[] = [];
  for (const subject of subjects) {
    const { verdict } = await runTest(subject);
    const failures = verdict.failures.map(({ code, at }) => ` ${code} ${at.line}:${at.column}`);
    played.push(`${verdict.name} ${verdict.passed ? 'passed' : 'failed'}${failures.join('')}`);
  }
  return { played, blocking: blocking.map(({ code }) => code) };
}

test.each([
  ['a task that is no more, in its answers', '{ name: bad, answers: { fetc: simulate } }', 'TEST_TASK 3:29'],
  ['a task that is no more, in its expectations', '{ name: bad, expect: { never: [nobody] } }', 'TEST_TASK 3:36'],
  ['a way that no run takes', '{ name: bad, expect: { path: [count, fetch] } }', 'TEST_PATH 3:42'],
  ['a signal that nobody waits for', '{ name: bad, signals: [{ name: go }] }', 'TEST_SIGNAL 3:30'],
  ['an answer that does not fit', '{ name: bad, answers: { count: simulate } }', 'TEST_ANSWER 3:29'],
  ['a key that tests do not have', '{ name: bad, expects: {} }', 'TEST_FORMAT 3:18'],
  ['the name of another one', '{ name: good }', 'TEST_NAME 3:7'],
])('what is wrong in one test fails that test alone: %s', async (_, bad, failure) => {
  const { played, blocking } = await playAll(`tests:\n  - ${GOOD}\n  - ${bad}\n`);
  expect(played).toEqual(['good passed', expect.stringMatching(`^(?:bad|good) failed ${failure}$`)]);
  expect(blocking).toEqual([]);
});

test.each([
  ['in the defaults', `defaults: { answers: { fetc: simulate } }\ntests: [${GOOD}]`, 'TEST_TASK'],
  ['beside the tests', `extra: 1\ntests: [${GOOD}]`, 'TEST_FORMAT'],
])('what is wrong %s keeps all of them from being played', async (_, text, code) => {
  expect(await playAll(text)).toEqual({ played: [], blocking: [code] });
});
