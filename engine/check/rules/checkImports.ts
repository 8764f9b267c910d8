import type { Rule } from '../Rule.ts';

/** Imports that cannot be followed: a file, package or definition that is not there, a cycle, a chain that is too long. */
export const checkImports: Rule = function* ({ imports }) {
  for (const { path, problem } of imports?.sites ?? []) {
    if (problem === null) continue;
    const place = [...path, 'import'];
    if (problem.kind === 'package') {
      const message = `${problem.message} A run fails where it needs it. Add the file, or write the definition here.`;
      yield { code: 'UNRESOLVED_IMPORT', path: place, message };
    } else yield { code: 'IMPORT_ERROR', path: place, message: problem.message };
  }
};
