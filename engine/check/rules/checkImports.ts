import type { Rule } from '../Rule.ts';

/** Imports: said not to be loaded yet, so that nobody wonders why a run fails. */
export const checkImports: Rule = function* ({ fields }) {
  for (const { path, part, kind } of fields) {
    if (kind !== 'import' || typeof part !== 'string' || part === '') continue;
    const message = `This version does not load imports yet: a run fails where it needs "${part}". Write the definition here.`;
    yield { code: 'NOT_YET_SUPPORTED', path, message };
  }
};
