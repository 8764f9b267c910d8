import { expect, test } from 'vitest';
import type { Verdict } from '../../proof/index.ts';
import { formatJunit } from './formatJunit.ts';

const at = { line: 2, column: 5 };

function verdict(name: string, failures: Verdict['failures'] = []): Verdict {
  return { name, passed: failures.length === 0, status: 'success', duration: 7 * 86_400_000, steps: 1, at, failures };
}

const failure = {
  code: 'OUTPUT',
  message: 'It is 1.',
  expected: 2,
  actual: 1,
  at,
  task: null,
  event: null,
  after: null,
} as const;

const goal = { path: 'a.yaml', code: 'COVERAGE', isReached: true, message: 'its tests cover 90 %.' } as const;

test('each test has the real time that it took; files and the whole have their sums, and goals are a suite of their own', () => {
  const nothing = { grids: [], wrong: [] };
  const tests = [verdict('waits a week'), verdict('fails', [failure])];
  const took = new Map([
    ['0', 1234.4],
    ['1', 20],
  ]);
  const range = { start: at, end: at };
  const wrong = [
    { path: 'b.yaml', reports: [{ code: 'X', severity: 'error' as const, message: 'No.', path: [], range }] },
  ];
  const files = [
    { ...nothing, path: 'a.test.yaml', workflow: 'a.yaml', tests, took },
    { ...nothing, path: 'b.test.yaml', workflow: 'b.yaml', tests: [], wrong },
  ];
  const goals = [
    { ...goal, name: 'covered' },
    { ...goal, name: 'tasks covered', isReached: false },
  ];
  expect(formatJunit(files, goals)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="signalbox" tests="5" failures="2" errors="1" time="1.254">
  <testsuite name="a.test.yaml" tests="2" failures="1" errors="0" time="1.254">
   <testcase name="waits a week" classname="a.test.yaml" file="a.test.yaml" line="2" time="1.234"/>
   <testcase name="fails" classname="a.test.yaml" file="a.test.yaml" line="2" time="0.020">
    <failure type="OUTPUT" message="It is 1.">a.test.yaml:2:5 It is 1.&#10;expected 2&#10;received 1</failure>
   </testcase>
  </testsuite>
  <testsuite name="b.test.yaml" tests="1" failures="0" errors="1" time="0.000">
   <testcase name="can be read" classname="b.test.yaml" time="0.000">
    <error type="X" message="b.yaml:2:5 No."/>
   </testcase>
  </testsuite>
  <testsuite name="coverage" tests="2" failures="1" errors="0" time="0.000">
   <testcase name="a.yaml: covered" classname="a.yaml" file="a.yaml" time="0.000"/>
   <testcase name="a.yaml: tasks covered" classname="a.yaml" file="a.yaml" time="0.000">
    <failure type="COVERAGE" message="a.yaml: its tests cover 90 %."/>
   </testcase>
  </testsuite>
</testsuites>
`);
});
