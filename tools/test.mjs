/**
 * `npm test`: installs what is missing, then runs every check, unit test and end-to-end test. Last line: the sum. What the stages reported
 * is kept in `test-reports`. `--changed` runs what the changes since the last commit can break, `--changed REV` those since a revision.
 * Nothing imported here may import a package: there are none before the first stage has run.
 */
import path from 'node:path';
import { BUILDS, PACKAGE, STATIC_CHECKS } from './check.mjs';
import { ROOT, run } from './ensure.mjs';
import { findScope, readChanged } from './testing/changed.mjs';
import { RETRIED_FILE } from './testing/RetriedReporter.mjs';
import { countEndToEndTests, countUnitTests, readCount } from './testing/reports.mjs';
import { runSideBySide } from './testing/sideBySide.mjs';
import { REPORTS, Stages } from './testing/stages.mjs';
import { ensureTestBed } from './testing/testBed.mjs';

/** @typedef {import('./testing/reports.mjs').Count} Count */

const stages = new Stages();
const changed = readChanged(process.argv.slice(2));
const { browser, hasRestate } = await stages.run('install what is missing', ensureTestBed);
const scope = await findScope(changed);
/** What is built once, for the package, unit tests and end-to-end tests. */
const PROGRAM = path.join(ROOT, 'dist-cli');
const env = { ...process.env, SIGNALBOX_TEST_PROGRAM: PROGRAM, SIGNALBOX_CHROMIUM: browser };

const checks = STATIC_CHECKS.filter(({ name }) => !BUILDS.some((build) => build.proves === name));
await stages.count('build, checks and package', () =>
  runSideBySide([...BUILDS, ...(scope.hasPackage ? [PACKAGE] : []), ...checks]),
);
if (scope.units?.length !== 0) await stages.count('unit tests', runUnitTests);
if (scope.specs?.length !== 0) await stages.count('end-to-end tests', runEndToEndTests);
process.exitCode = stages.summarize(Boolean(process.env['CI'])) ? 0 : 1;

function runUnitTests() {
  const file = path.join(REPORTS, 'unit.json');
  const retriedFile = path.join(REPORTS, 'retried.json');
  const reporters = ['default', 'json', './tools/testing/RetriedReporter.mjs'].map((name) => `--reporter=${name}`);
  const args = ['run', ...reporters, `--outputFile.json=${file}`, ...(scope.units ?? [])];
  const isGreen = run('vitest', args, { ...env, [RETRIED_FILE]: retriedFile });
  return readCount(isGreen, file, (report) => countUnitTests(report, { hasRestate, retriedFile }));
}

function runEndToEndTests() {
  const file = path.join(REPORTS, 'e2e.json');
  const args = ['test', '--reporter=list,json', ...(scope.specs ?? [])];
  const isGreen = run('playwright', args, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  return readCount(isGreen, file, countEndToEndTests);
}
