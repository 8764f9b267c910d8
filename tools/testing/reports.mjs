/** What a stage of `npm test` answers, and what the reports of Vitest and Playwright say. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../ensure.mjs';

/**
 * @typedef {{ name: string, seconds: number }} Timing
 * @typedef {{
 *   passed: number, failed: number, skipped?: number, excused?: number,
 *   failures?: readonly string[], retried?: readonly string[], timings?: readonly Timing[]
 * }} Count `excused`: of those skipped, the ones that need what cannot be had everywhere; `retried`: passed only when tried again
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ title: string, file: string, line: number, tests: { status: string, results: { duration: number }[] }[] }} Spec
 * @typedef {{ status: string, fullName: string, duration?: number, failureMessages: string[] }} Assertion
 */

/**
 * Reads a reporter's file; a run that left none, or no test in it, counts as one failure.
 * @param {boolean} isGreen @param {string} file @param {(report: any) => Count} count @returns {Count}
 */
export function readCount(isGreen, file, count) {
  try {
    const counted = count(JSON.parse(readFileSync(file, 'utf8')));
    return { ...counted, failed: isGreen && counted.passed > 0 ? counted.failed : Math.max(counted.failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/**
 * Counts a report of Vitest.
 * @param {any} report @param {{ hasRestate: boolean, retriedFile: string }} options `hasRestate`: where its server is missing, tests that need it are excused
 * @returns {Count}
 */
export function countUnitTests(report, { hasRestate, retriedFile }) {
  /** @type {readonly { name: string, assertionResults: Assertion[] }[]} */
  const results = report.testResults;
  const all = results.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: path.relative(ROOT, name) })),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    excused: hasRestate ? 0 : all.filter(({ file, status }) => status === 'skipped' && /restate/.test(file)).length,
    failures: all.flatMap(({ file, status, fullName, failureMessages: [message = ''] }) =>
      status === 'failed' ? [`${file} ${fullName}: ${message.split('\n', 1)[0]}`] : [],
    ),
    retried: existsSync(retriedFile) ? JSON.parse(readFileSync(retriedFile, 'utf8')) : [],
    timings: all.map(({ file, fullName, duration = 0 }) => ({ name: `${file} ${fullName}`, seconds: duration / 1000 })),
  };
}

/** Counts a report of Playwright. @param {any} report @returns {Count} */
export function countEndToEndTests(report) {
  const specs = listSpecs(report.suites);
  /** @param {string} status */
  const named = (status) =>
    specs.filter(({ tests }) => tests.some((test) => test.status === status)).map((spec) => nameOf(spec));
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected,
    skipped: report.stats.skipped,
    // Other browsers are tried where they are installed; `npm run test:long` installs them.
    excused: named('skipped').filter((name) => name.startsWith('e2e/browsers/')).length,
    failures: named('unexpected'),
    retried: named('flaky'),
    timings: specs.map((spec) => ({
      name: nameOf(spec),
      seconds: spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  };
}

/** @param {Spec} spec */
function nameOf({ file, line, title }) {
  return `e2e/${file}:${line} ${title}`;
}

/** @param {readonly Suite[]} suites @returns {readonly Spec[]} */
function listSpecs(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...listSpecs(inner)]);
}
