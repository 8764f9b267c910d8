import { findClosest } from '../../../base/index.ts';
import {
  type Expression,
  type ExpressionCall,
  type ExpressionReference,
  FUNCTION_NAMES,
  parseExpression,
  ROOTS,
  type Template,
} from '../../../expression/index.ts';
import { findNode } from '../../../syntax/index.ts';
import type { Path, TextRange } from '../../../text/index.ts';
import { type ForeignExpression, isForeignForm, readForeignExpression } from '../../foreign/expressions.ts';
import { findCounterpart, isFunction, signatureOf } from '../../foreign/functions.ts';
import { isOwnRoot, toOwnPath } from '../../foreign/names.ts';
import { scalarRange } from '../../subject/findTemplates.ts';
import { type Finding, fixInText, type Rule, type Subject } from '../../subject/Rule.ts';

const ROOT_NAMES = ROOTS.map(({ name }) => name);

/** Expressions themselves: whether they can be read, and whether the names and functions in them exist. */
export const checkExpressions: Rule = function* (subject) {
  for (const { path, template } of subject.templates) {
    const foreign = readForeign(template);
    for (const [expression, found] of foreign) yield foreignExpression(found, expression, { path, subject });
    const told = new Set([...foreign.keys()].flatMap(({ errors }) => errors));
    for (const error of template.errors) {
      const { message, start, end } = error;
      if (!told.has(error))
        yield { code: 'EXPRESSION_SYNTAX', path, range: rangeIn(subject, path, { start, end }), message };
    }
    // What was read of a broken expression is a guess: names in it would only be noise.
    for (const expression of template.expressions) {
      const isOpen =
        template.kind !== 'literal' &&
        template.source.includes('{{') &&
        !template.source.includes('}}', expression.end);
      if (expression.errors.length > 0 || isOpen || foreign.has(expression)) continue;
      for (const reference of expression.references)
        if (!isOwnRoot(reference.root)) yield unknownRoot(reference, expression.source, { path, subject });
      for (const call of expression.calls)
        if (!isFunction(call.name)) yield unknownFunction(call, expression, { path, subject });
    }
  }
};

const NONE: ReadonlyMap<Expression, ForeignExpression> = new Map();

/** The expressions of a template that are of another language; none where its own braces are broken. */
function readForeign(template: Template): ReadonlyMap<Expression, ForeignExpression> {
  const odd = template.expressions.filter((expression) => expression.errors.length > 0 || isForeignForm(expression));
  if (odd.length === 0 || template.errors.length > countErrors(template)) return NONE;
  return new Map(
    odd.flatMap((expression) => {
      const found = readForeignExpression(expression);
      return found === null ? [] : [[expression, found] as const];
    }),
  );
}

/** Of all expressions; what a template has more are problems of its braces. */
function countErrors({ expressions }: Template): number {
  return expressions.reduce((sum, { errors }) => sum + errors.length, 0);
}

interface CheckedPlace {
  readonly path: Path;
  readonly subject: Subject;
}

function foreignExpression(
  { message, right }: ForeignExpression,
  { source, start, end }: Expression,
  { path, subject }: CheckedPlace,
): Finding {
  const inside = source.slice(start, end);
  const part = { start: start + inside.length - inside.trimStart().length, end: start + inside.trimEnd().length };
  const found = { code: 'EXPRESSION_SYNTAX', path, range: rangeIn(subject, path, part) } as const;
  if (right === null) return { ...found, message };
  const text =
    (part.start === start && start > 0 ? ' ' : '') + right + (part.end === end && end < source.length ? ' ' : '');
  const fixes = fixInText(subject, source, { path, part, text, title: `Change to ${right}` });
  return { ...found, message: `${message} Write “${right}”.`, fixes };
}

function unknownRoot(
  { root, path: keys, start, end, isComputed }: ExpressionReference,
  source: string,
  { path, subject }: CheckedPlace,
): Finding {
  const name = { start, end: start + root.length };
  const found = { code: 'UNKNOWN_ROOT', path, range: rangeIn(subject, path, name) } as const;
  if (isFunction(root)) {
    const text = signatureOf(root);
    const fixes = text.endsWith('()') ? fixInText(subject, source, { path, part: name, text }) : () => [];
    return { ...found, message: `"${root}" is a function. Write “${text}”.`, fixes };
  }
  const message = `Expressions have no name "${root}".`;
  const right = isComputed ? null : (toOwnPath(root, keys) ?? resultOf(root, keys, subject));
  if (right !== null) {
    const fixes = fixInText(subject, source, { path, part: { start, end }, text: right });
    return { ...found, message: `${message} Write “${right}”.`, fixes };
  }
  const near = findClosest(root, ROOT_NAMES);
  if (near === undefined) return { ...found, message: `${message} Results of tasks are read as tasks.<id>.output.` };
  const fixes = fixInText(subject, source, { path, part: name, text: near });
  return { ...found, message: `${message} Did you mean "${near}"?`, fixes };
}

/** What is read of a task by its id alone: `fetch.output.body`. */
function resultOf(root: string, keys: ExpressionReference['path'], { analysis }: Subject): string | null {
  return analysis.graph.nodes.get(root)?.task.id === root ? toOwnPath('steps', [root, ...keys]) : null;
}

function unknownFunction(
  { name, start, end }: ExpressionCall,
  { source, ...expression }: Expression,
  { path, subject }: CheckedPlace,
): Finding {
  const found = { code: 'UNKNOWN_FUNCTION', path, range: rangeIn(subject, path, { start, end }) } as const;
  const message = `There is no function "${name}".`;
  const counterpart = findCounterpart(name);
  const near = counterpart === undefined ? findClosest(name, FUNCTION_NAMES) : counterpart.name;
  const renamed = source.slice(expression.start, start) + near + source.slice(end, expression.end);
  const isRenamed = near !== undefined && parseExpression(renamed).errors.length === 0;
  const fixes = isRenamed ? fixInText(subject, source, { path, part: { start, end }, text: near }) : () => [];
  const whole = isRenamed && renamed.trim().length <= LONGEST ? renamed.trim() : counterpart?.text;
  const advice =
    counterpart !== undefined ? ` Write “${whole}”.` : near === undefined ? '' : ` Did you mean "${near}"?`;
  return { ...found, message: message + advice, fixes };
}

/** Characters of an expression that a message shows as a whole. */
const LONGEST = 80;

/** The range of a part of a text's value in the document. */
export function rangeIn({ analysis }: Subject, path: Path, part: TextRange): TextRange {
  const node = findNode(analysis.syntax, path);
  if (node?.kind === 'scalar') return scalarRange(node, part);
  return node === undefined ? { start: 0, end: 0 } : { start: node.start, end: node.end };
}
