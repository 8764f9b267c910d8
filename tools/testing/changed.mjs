/** What `npm test -- --changed` runs: the tests that a change can break, by who imports whom. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../ensure.mjs';

/**
 * `units` and `specs`: files of tests, or null for all of them; an empty list for none. `hasPackage`: whether the package may be another one.
 * @typedef {{ units: readonly string[] | null, specs: readonly string[] | null, hasPackage: boolean }} Scope
 * @typedef {readonly { from: string, to: string }[]} Imports
 */

/** @type {Scope} */
const ALL = { units: null, specs: null, hasPackage: true };

/** What everything is built or tested with. */
const EVERYTHING =
  /^(package(-lock)?\.json|(vite|vitest|playwright)\.config\.ts|tsconfig\.json|index\.html|public\/|\.ci\/|tools\/test(ing\/|\.mjs))/;

/** The first files of the page and of its workers. */
const PAGE = /^(app\/main\.tsx|.*\.worker\.ts)$/;
const PROGRAM = 'engine/cli/bin.ts';
const LIBRARY = 'engine/doors/library.ts';
const STARTS_PROGRAM = 'engine/testing/program/placeProgram.ts';

/**
 * Reads which files changed. @param {readonly string[]} args of the command: `--changed`, and a revision if it is not the last commit
 * @returns {readonly string[] | null} null where all tests are asked for
 */
export function readChanged(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { changed: { type: 'boolean', default: false } },
  });
  if (!values.changed) return null;
  return [
    ...listFiles('diff', '--name-only', positionals[0] ?? 'HEAD'),
    ...listFiles('ls-files', '--others', '--exclude-standard'),
  ];
}

/** What a command of git lists, one file a line. @param {readonly string[]} command */
function listFiles(...command) {
  const lines = execFileSync('git', command, { cwd: ROOT, encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line !== '');
}

/** @param {readonly string[] | null} changed @returns {Promise<Scope>} */
export async function findScope(changed) {
  if (changed === null || changed.some((file) => EVERYTHING.test(file))) return ALL;
  // It needs a package, and there are none before they are installed.
  const { readImports } = await import('../readImports.mjs');
  const { imports } = readImports(ROOT, ['engine', 'app', 'site', 'tools', 'e2e']);
  const tests = listTests().map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
  return chooseTests(changed, imports, tests);
}

/**
 * The tests that import a changed file, and those that name one, or its folder, which no module imports.
 * @param {readonly string[]} changed @param {Imports} imports @param {readonly { file: string, text: string }[]} tests @returns {Scope}
 */
export function chooseTests(changed, imports, tests) {
  const reached = importersOf(changed, imports);
  const named = changed
    .filter((file) => !/\.(tsx?|mjs|css)$/.test(file))
    .flatMap((file) => [path.posix.basename(file), `${file.split('/', 1)[0]}'`, `${file.split('/', 1)[0]}/`]);
  const chosen = tests
    .filter(({ file, text }) => reached.has(file) || named.some((name) => text.includes(name)))
    .map(({ file }) => file);
  const units = chosen.filter((file) => !file.startsWith('e2e/'));
  const hasPackage = reached.has(LIBRARY) || reached.has(PROGRAM);
  const isPageChanged = [...reached].some((file) => PAGE.test(file) || file.endsWith('.css'));
  if (isPageChanged) return { units, specs: null, hasPackage };
  const starting = reached.has(PROGRAM) ? importersOf([STARTS_PROGRAM], imports) : new Set();
  const specs = tests.filter(({ file }) => file.startsWith('e2e/') && (starting.has(file) || chosen.includes(file)));
  return { units, specs: specs.map(({ file }) => file), hasPackage };
}

/** Files, and all that import one of them, however indirectly. @param {readonly string[]} files @param {Imports} imports */
function importersOf(files, imports) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const { from, to } of imports) importers.set(to, [...(importers.get(to) ?? []), from]);
  const reached = new Set(files);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return reached;
}

/** @returns {readonly string[]} */
function listTests() {
  return ['engine', 'app', 'site', 'tools', 'e2e'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => path.posix.join(folder, file.replaceAll('\\', '/'))),
  );
}
