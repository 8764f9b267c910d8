import type { Path } from '../../../text/index.ts';
import { rootTypes } from '../../../types/index.ts';
import { createOwnerLookup } from '../../subject/ownerOf.ts';
import type { Finding, Rule, Subject } from '../../subject/Rule.ts';
import { findTypeFaults, type TypeFault } from '../../subject/typeFaults.ts';
import { rangeIn } from './checkExpressions.ts';

/** So many expressions are looked into; a file with more is not written by hand. */
const MOST_EXPRESSIONS = 20_000;

/** Expressions that cannot be meant, whatever the values are: keys that are never there, operations that always fail. */
export const checkTypes: Rule = function* (subject) {
  const find = createOwnerLookup(subject);
  let looked = 0;
  for (const { path, template } of subject.templates) {
    if (template.errors.length > 0) continue;
    const scope = rootTypes(subject.analysis, find(path)?.node.task ?? null, path);
    for (const expression of template.expressions) {
      if (looked++ > MOST_EXPRESSIONS) return;
      for (const fault of findTypeFaults(expression, scope)) yield toFinding(fault, path, subject);
    }
  }
};

function toFinding({ code, start, end, message, near }: TypeFault, path: Path, subject: Subject): Finding {
  const range = rangeIn(subject, path, { start, end });
  if (near === undefined) return { code, path, range, message };
  const written = subject.analysis.syntax.text.slice(range.start, range.end);
  const isPlain = /^[A-Za-z_$][\w$-]*$/.test(written) && /^[A-Za-z_$][\w$-]*$/.test(near);
  const fixes = () => (isPlain ? [{ title: `Change to ${near}`, edits: [{ ...range, text: near }] }] : []);
  return { code, path, range, message, fixes };
}
