import { fixBySetting, type Rule } from '../../subject/Rule.ts';

/**
 * Imports that cannot be followed: a file, package or definition that is not there, a cycle, a chain that is too long.
 * The same of packages that a `use` names; one that is missing is reported by the rule of uses.
 */
export const checkImports: Rule = function* (subject) {
  const { analysis, imports } = subject;
  for (const { from, at, key, problem } of imports?.sites ?? []) {
    if (problem === null) continue;
    const isMissing = problem.kind === 'package';
    if (key === 'use' && (isMissing || problem.kind === 'outside')) continue;
    const { instead } = problem;
    const isHere = from === analysis.path;
    const help = isMissing ? ' A run fails where it needs it. Add the file, or write the definition here.' : '';
    yield {
      code: isMissing ? 'UNRESOLVED_IMPORT' : 'IMPORT_ERROR',
      path: at,
      message: problem.message + help,
      ...(isHere ? {} : { file: from }),
      ...(isHere && instead !== undefined ? { fixes: fixBySetting(subject, at, instead, `Change to ${instead}`) } : {}),
    };
  }
};
