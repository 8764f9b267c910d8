/**
 * Checks the imports of `engine/` and `app/` against the rules. Prints each violation; exit code 1 with any, or when no
 * module was read.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCycles } from './findCycles.mjs';
import { importRules } from './importRules.mjs';
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
    ...findForbiddenCycles(imports).map((edge) => toViolation('no-cycles', edge)),
    ...starExports.map((from) => toViolation('no-star-exports', { from, to: 'export *' })),
  ];
  return { modules: modules.length, violations };
}

/**
 * Files of one folder may name each other's types, as records of one state do; values never, and folders not even types.
 * @param {readonly import('./readImports.mjs').Import[]} imports
 */
function findForbiddenCycles(imports) {
  const values = findCycles(imports.filter(({ isType }) => !isType));
  const between = findCycles(imports).filter(({ from, to }) => path.dirname(from) !== path.dirname(to));
  return [...new Set([...values, ...between])];
}

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
