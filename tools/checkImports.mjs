/**
 * Checks the imports of `engine/` and `app/` against the rules, and how much a folder holds. Prints each violation; exit code 1 with any, or when no
 * module was read.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCycles } from './findCycles.mjs';
import { importRules, MOST_SOURCES } from './importRules.mjs';
import { readImports } from './readImports.mjs';

/** @typedef {{ rule: string, from: string, to: string }} Violation */

/**
 * @param {string} root the folder that holds `engine/` and `app/`
 * @returns {{ modules: number, violations: readonly Violation[] }}
 */
export function checkImports(root) {
  const { modules, imports, starExports } = readImports(root, ['engine', 'app']);
  const violations = [
    ...imports.flatMap((edge) =>
      importRules.filter((rule) => breaks(edge, rule)).map(({ name }) => toViolation(name, edge)),
    ),
    ...imports.filter(({ isResolved }) => !isResolved).map((edge) => toViolation('no-unresolved', edge)),
    // Not even for types: a circle of them is one thing to understand, in several files.
    ...findCycles(imports).map((edge) => toViolation('no-cycles', edge)),
    ...starExports.map((from) => toViolation('no-star-exports', { from, to: 'export *' })),
    ...findCrowded(modules),
  ];
  return { modules: modules.length, violations };
}

/** @param {readonly string[]} modules @returns {readonly Violation[]} */
function findCrowded(modules) {
  return [...countSources(modules)].flatMap(([folder, count]) =>
    count > MOST_SOURCES ? [{ rule: 'at-most-25-sources', from: folder, to: `${count} sources` }] : [],
  );
}

/** How many sources each folder holds by itself. @param {readonly string[]} modules */
function countSources(modules) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of modules) {
    if (FOR_TESTS.test(file)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/** Tests, and what only they import. */
const FOR_TESTS = /\.test\.tsx?$|\/testing[^/]*\.tsx?$/;

/** @param {string} rule @param {{ from: string, to: string }} edge @returns {Violation} */
function toViolation(rule, { from, to }) {
  return { rule, from, to };
}

/** @param {{ from: string, to: string }} edge @param {import('./importRules.mjs').ImportRule} rule */
function breaks({ from, to }, rule) {
  const match = new RegExp(rule.from.path).exec(from);
  if (!match || (rule.from.pathNot && new RegExp(rule.from.pathNot).test(from))) return false;
  const fill = (/** @type {string} */ pattern) => new RegExp(pattern.replaceAll('$1', match[1] ?? ''));
  return fill(rule.to.path).test(to) && !(rule.to.pathNot && fill(rule.to.pathNot).test(to));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { modules, violations } = checkImports(process.cwd());
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
  console.log(`${modules} modules read, ${violations.length} violations`);
  process.exitCode = violations.length > 0 || modules === 0 ? 1 : 0;
}
