/**
 * `npm test`: installs what is missing, then runs every check, unit test and end-to-end test. Last line: the sum.
 * Nothing imported here may import a package: there are none before the first line has run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runStaticChecks } from './check.mjs';
import {
  ensureBrowser,
  ensureEngine,
  ensureHaproxy,
  ensurePackages,
  ensureRedis,
  ensureRestate,
  ROOT,
  run,
} from './ensure.mjs';

/** @typedef {{ passed: number, failed: number, skipped?: number, excused?: number, failures?: readonly string[] }} Count `excused`: of those skipped, the ones that need what cannot be had everywhere */
/** @typedef {{ title: string, specs?: { title: string, file: string, line: number, tests: { status: string }[] }[], suites?: Suite[] }} Suite */

ensurePackages();
ensureRedis();
ensureHaproxy();
const hasRestate = ensureRestate();
const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-test-'));

/**
 * Reads a reporter's file; a run that left none, or no test in it, counts as one failure.
 * @param {boolean} isGreen @param {string} file @param {(report: any) => Count} count @returns {Count}
 */
function readCount(isGreen, file, count) {
  try {
    const counted = count(JSON.parse(readFileSync(file, 'utf8')));
    return { ...counted, failed: isGreen && counted.passed > 0 ? counted.failed : Math.max(counted.failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function runUnitTests() {
  const file = path.join(folder, 'unit.json');
  const reporters = ['default', 'json', './tools/RetriedReporter.mjs'].map((name) => `--reporter=${name}`);
  const isGreen = run('vitest', ['run', ...reporters, `--outputFile.json=${file}`]);
  return readCount(isGreen, file, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    excused: hasRestate ? 0 : countRestate(report.testResults),
    failures: report.testResults.flatMap(listFailed),
  }));
}

/**
 * The tests that need the server of Restate, which is for few platforms.
 * @param {{ name: string, assertionResults: { status: string }[] }[]} results
 */
function countRestate(results) {
  const files = results.filter(({ name }) => /restate/.test(name));
  return files.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'skipped')).length;
}

/**
 * The failed tests of one file in a report of Vitest, each with the first line of its message.
 * @param {{ name: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} result
 */
function listFailed({ name, assertionResults }) {
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(
      ({ fullName, failureMessages: [message = ''] }) =>
        `${path.relative(ROOT, name)} ${fullName}: ${message.split('\n', 1)[0]}`,
    );
}

/** Builds the app and holds it to its budgets. */
function runBuild() {
  if (!run('vite', ['build', '--logLevel', 'warn'])) return { passed: 0, failed: 1 };
  return run('node', ['tools/checkSize.mjs']) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Packs what {@link runBuild} made, and tries that as a stranger has it. */
function runPackage() {
  return run('node', ['tools/checkPackage.mjs']) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Drives the build that {@link runBuild} made. */
function runEndToEndTests() {
  const file = path.join(folder, 'e2e.json');
  const browser = ensureBrowser();
  ensureEngine(browser);
  const env = { ...process.env, SIGNALBOX_CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const isGreen = run('playwright', ['test', '--reporter=list,json'], env);
  return readCount(isGreen, file, (report) => {
    for (const name of listSpecs(report.suites, 'flaky')) console.log(`Passed only when it was tried again: ${name}`);
    return {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected,
      skipped: report.stats.skipped,
      // Other browsers are tried where they are installed; `npm run test:long` installs them.
      excused: listSpecs(report.suites, 'skipped').filter((name) => name.startsWith('e2e/browsers/')).length,
      failures: listSpecs(report.suites, 'unexpected'),
    };
  });
}

/**
 * The end-to-end tests of one status, by file, line and title. `flaky`: failed and then passed; only CI tries again.
 * @param {readonly Suite[]} suites @param {'flaky' | 'skipped' | 'unexpected'} wanted @returns {readonly string[]}
 */
function listSpecs(suites, wanted) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ file, line, title }) => `e2e/${file}:${line} ${title}`),
    ...listSpecs(inner, wanted),
  ]);
}

/** @type {readonly Count[]} */
const counts = [runStaticChecks(), runUnitTests(), runBuild(), runPackage(), runEndToEndTests()];
rmSync(folder, { recursive: true, force: true });
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
const skipped = counts.reduce((sum, count) => sum + (count.skipped ?? 0), 0);
const excused = counts.reduce((sum, count) => sum + (count.excused ?? 0), 0);
// A test that is skipped names what is missing; on CI nothing may be that can be had.
const isIncomplete = skipped > excused && Boolean(process.env['CI']);
for (const failure of counts.flatMap(({ failures = [] }) => failures)) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || isIncomplete ? 1 : 0;
