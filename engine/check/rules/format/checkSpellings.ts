import { fixByRenaming } from '../../subject/fixes.ts';
import type { FieldRule } from '../../subject/Rule.ts';
import { findSpelling } from '../../subject/spellings.ts';

/** Keys as other tools write them: they do nothing here, and what is meant has another name. */
export const checkSpellings: FieldRule = function* (fields, subject) {
  for (const { path, isKnown, siblings } of fields) {
    const meant = isKnown ? undefined : findSpelling(path);
    if (meant === undefined || !siblings.includes(meant)) continue;
    const message = `"${String(path.at(-1))}" does nothing here: this format calls it "${meant}".`;
    yield { code: 'OTHER_SPELLING', path, part: 'key', message, fixes: fixByRenaming(subject, path, meant) };
  }
};
