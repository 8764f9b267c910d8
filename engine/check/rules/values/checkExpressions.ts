import { FUNCTION_NAMES, findFunction, ROOTS } from '../../../expression/index.ts';
import { findNode } from '../../../syntax/index.ts';
import type { Path, TextRange } from '../../../text/index.ts';
import { findClosest } from '../../subject/closest.ts';
import type { Finding, Rule, Subject } from '../../subject/Rule.ts';
import { scalarRange } from '../../subject/scalarRange.ts';

const ROOT_NAMES = ROOTS.map(({ name }) => name);

/** Expressions themselves: whether they can be read, and whether the names and functions in them exist. */
export const checkExpressions: Rule = function* (subject) {
  for (const { path, template } of subject.templates) {
    for (const { message, start, end } of template.errors) {
      yield { code: 'EXPRESSION_SYNTAX', path, range: rangeIn(subject, path, { start, end }), message };
    }
    // What was read of a broken expression is a guess: names in it would only be noise.
    for (const { errors, references, calls, end } of template.expressions) {
      const isOpen =
        template.kind !== 'literal' && template.source.includes('{{') && !template.source.includes('}}', end);
      if (errors.length > 0 || isOpen) continue;
      for (const { root, start } of references) {
        if (!ROOT_NAMES.includes(root)) {
          const range = { start, end: start + root.length };
          const isFunction = findFunction(root) !== undefined;
          const message = isFunction
            ? `"${root}" is a function: call it with "(…)".`
            : `Expressions have no name "${root}".`;
          yield unknownName(
            'UNKNOWN_ROOT',
            { name: root, message, names: isFunction ? [] : ROOT_NAMES, path, range },
            subject,
          );
        }
      }
      for (const { name, start, end } of calls) {
        if (findFunction(name) !== undefined) continue;
        const message = `There is no function "${name}".`;
        yield unknownName(
          'UNKNOWN_FUNCTION',
          { name, message, names: FUNCTION_NAMES, path, range: { start, end } },
          subject,
        );
      }
    }
  }
};

interface UnknownName {
  readonly name: string;
  readonly message: string;
  readonly names: readonly string[];
  readonly path: Path;
  /** In the text's value. */
  readonly range: TextRange;
}

function unknownName(code: 'UNKNOWN_ROOT' | 'UNKNOWN_FUNCTION', found: UnknownName, subject: Subject): Finding {
  const { name, names, path, message } = found;
  const near = findClosest(name, names);
  const range = rangeIn(subject, path, found.range);
  if (near === undefined) {
    const hint = code === 'UNKNOWN_ROOT' && names.length > 0 ? ' Results of tasks are read as tasks.<id>.output.' : '';
    return { code, path, range, message: message + hint };
  }
  const isExact = subject.analysis.syntax.text.slice(range.start, range.end) === name;
  const fixes = () => (isExact ? [{ title: `Change to ${near}`, edits: [{ ...range, text: near }] }] : []);
  return { code, path, range, message: `${message} Did you mean "${near}"?`, fixes };
}

/** The range of a part of a text's value in the document. */
export function rangeIn({ analysis }: Subject, path: Path, part: TextRange): TextRange {
  const node = findNode(analysis.syntax, path);
  if (node?.kind === 'scalar') return scalarRange(node, part);
  return node === undefined ? { start: 0, end: 0 } : { start: node.start, end: node.end };
}
