/**
 * `npm run test:long`, before a release: what needs real time, size or many seeds. It tries every property at least 50 times as often as
 * `npm test` does, a million expressions and 10,000 simulated runs with their crashes among them, runs what `*.long.test.ts` and
 * `*.long.spec.ts` hold, and drives all end-to-end tests in the whole of Chromium, of which `npm test` drives the engine alone for some; the main path also in
 * Firefox and WebKitGTK. Nothing is tried again: a test that passes only then has failed.
 *
 * It installs what is missing, and prints one line a part; what a part printed is kept in `test-reports`. `--factor N` for another number;
 * `--seed N` to see a failure again, by the seed it printed; names of files or folders to choose among the tests.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BUILDS } from './check.mjs';
import { ensureOtherBrowsers, giveUp, ROOT, runBeside } from './ensure.mjs';
import { REPORTS } from './testing/stages.mjs';
import { ensureTestBed } from './testing/testBed.mjs';

/** @typedef {{ name: string, command: readonly [string, ...string[]] }} Part */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { factor: { type: 'string', default: '50' }, seed: { type: 'string' } },
});
/** A day: how long a part takes is for the factor to say. */
const PATIENCE = String(24 * 3600 * 1000);
const units = findTests(['engine', 'app'], /\.test\.tsx?$/).filter(
  (file) => /\.long\.test\./.test(file) || readFileSync(path.join(ROOT, file), 'utf8').includes('numRuns('),
);
const specs = findTests(['e2e'], /\.spec\.ts$/);
if (units.length + specs.length === 0) giveUp('No test of npm run test:long has such a name.');

const { browser } = await ensureTestBed();
ensureOtherBrowsers();
mkdirSync(REPORTS, { recursive: true });
const env = {
  ...process.env,
  CI: '',
  SIGNALBOX_CHROMIUM: browser,
  SIGNALBOX_TEST_FACTOR: values.factor,
  SIGNALBOX_TEST_PROGRAM: path.join(ROOT, 'dist-cli'),
  ...(values.seed === undefined ? {} : { SIGNALBOX_TEST_SEED: values.seed }),
};
let failed = 0;
for (const part of listParts()) if (!(await tell(part))) failed += 1;
console.log(
  failed === 0
    ? 'All parts passed.'
    : `${failed} parts failed. --seed N shows a property again, by the seed it printed.`,
);
process.exitCode = failed === 0 ? 0 : 1;

/** What is built, one part for each room that has tests, and the browsers. @returns {readonly Part[]} */
function listParts() {
  /** @type {Map<string, string[]>} */
  const rooms = new Map();
  for (const file of units) {
    const room = file.split('/').slice(0, 2).join('/');
    rooms.set(room, [...(rooms.get(room) ?? []), file]);
  }
  const others = specs.filter((file) => file.startsWith('e2e/browsers/'));
  const own = specs.filter((file) => !others.includes(file));
  return [
    ...BUILDS.filter(({ name }) => name === 'the command line' || (specs.length > 0 && name === 'the app')),
    ...[...rooms].map(([room, files]) => unitTests(room, files)),
    ...(own.length > 0 ? [endToEnd('end-to-end tests in the whole of Chromium', own)] : []),
    ...(others.length > 0 ? [endToEnd('the main path in Firefox and WebKitGTK', others)] : []),
  ];
}

/** @param {string} name @param {readonly string[]} files @returns {Part} */
function unitTests(name, files) {
  return { name, command: ['vitest', 'run', '--retry', '0', '--testTimeout', PATIENCE, ...files] };
}

/** @param {string} name @param {readonly string[]} files @returns {Part} */
function endToEnd(name, files) {
  return { name, command: ['playwright', 'test', '--retries', '0', '--reporter', 'line', ...files] };
}

/** Runs a part, and tells of it in one line; in more, where it failed. @param {Part} part */
async function tell({ name, command: [program, ...args] }) {
  const started = performance.now();
  const { isGreen, output } = await runBeside(program, args, env);
  const log = path.join(REPORTS, `long-${name.replaceAll(/\W+/g, '-')}.txt`);
  writeFileSync(log, output);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${isGreen ? '✓' : '✗'} ${name}: ${countOf(output)}${seconds} s`);
  if (!isGreen)
    console.log(`${output.trimEnd().split('\n').slice(-40).join('\n')}\nAll of it: ${path.relative(ROOT, log)}`);
  return isGreen;
}

/** How many tests passed, as Vitest and Playwright print it at their end. @param {string} output */
function countOf(output) {
  // oxlint-disable-next-line no-control-regex -- colours of a terminal.
  const plain = output.replaceAll(/\u001B\[[\d;]*m/g, '');
  const count = /Tests\s.*?(\d+) passed/.exec(plain)?.[1] ?? plain.match(/(\d+) passed \(/)?.[1];
  return count === undefined ? '' : `${count} tests, `;
}

/** @param {readonly string[]} folders @param {RegExp} kind @returns {readonly string[]} those that are asked for */
function findTests(folders, kind) {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => kind.test(file))
        .map((file) => path.posix.join(folder, file.replaceAll('\\', '/'))),
    )
    .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)));
}
