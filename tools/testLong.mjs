/**
 * `npm run test:long`: tries every property of the property tests at least 50 times as often as `npm test` does, a million
 * expressions and 10,000 simulated runs with their crashes among them. `--factor N` for another number; `--seed N` to
 * see a failure again, by the seed it printed; names of files or folders to choose among the tests.
 * All end-to-end tests run too, in the whole of Chromium, of which `npm test` drives the engine alone for some. Others do more when they are given
 * time: 50 kills of a browser, 20 amid an agent, 100 starts in two tabs, and the main path in Firefox and WebKitGTK with 10 kills of each.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  ensureBrowser,
  ensureHaproxy,
  ensureOtherBrowsers,
  ensurePackages,
  ensureRestate,
  giveUp,
  ROOT,
  run,
} from './ensure.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { factor: { type: 'string', default: '50' }, seed: { type: 'string' } },
});
ensurePackages();
ensureRestate();
ensureHaproxy();
const files = findPropertyTests().filter(
  (file) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
);
const specs = findSpecs().filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)));
if (files.length + specs.length === 0) giveUp('No property test has such a name.');
console.log(`${files.length} files, each property at least ${values.factor} times as often as in npm test`);
const env = {
  ...process.env,
  SIGNALBOX_TEST_FACTOR: values.factor,
  ...(values.seed === undefined ? {} : { SIGNALBOX_TEST_SEED: values.seed }),
};
const isGreen = files.length === 0 || run('vitest', ['run', '--testTimeout', String(24 * 3600 * 1000), ...files], env);
const isGreenInBrowser = specs.length === 0 || runInBrowser();
if (!isGreen || !isGreenInBrowser) {
  console.error('A property failed: see “seed” above. npm run test:long -- --seed N shows it again.');
  process.exitCode = 1;
}

/** Drives a fresh build. */
function runInBrowser() {
  if (!run('vite', ['build', '--logLevel', 'warn'])) return false;
  ensureOtherBrowsers();
  return run('playwright', ['test', ...specs], { ...env, SIGNALBOX_CHROMIUM: ensureBrowser() });
}

/** Every end-to-end test. @returns {readonly string[]} */
function findSpecs() {
  return readdirSync(path.join(ROOT, 'e2e'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => path.posix.join('e2e', file.replaceAll('\\', '/')));
}

/** Every test that asks how often to try. @returns {readonly string[]} */
function findPropertyTests() {
  return ['engine', 'app'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file))
      .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
      .filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('numRuns(')),
  );
}
