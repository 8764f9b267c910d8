import type { BinaryOperator, Expression, ExpressionNode, LogicalNode } from '../tree/Expression.ts';
import type { Token } from '../tree/Template.ts';
import { LIMITS } from '../values/limits.ts';
import { Cursor } from './Cursor.ts';
import { finishCall, parseArguments } from './parseCall.ts';
import { parsePostfix } from './parsePostfix.ts';
import { tokenize } from './tokenize.ts';

/**
 * Parses an expression (format.md 8): the whole text, or `[start, end)` of it; offsets in the answer are in the whole
 * text. Never throws: broken text gives a tree with holes, the references that could be read, and errors.
 *
 * Binding, weakest first: `value | fn(args)` · `?:` · `??` · `||` · `&&` · `== !=` · `< <= > >= in` · `+ -` · `* / %` ·
 * `! - +` before a value · `.key ?.key [index] fn()`.
 */
export function parseExpression(source: string, start = 0, end = source.length): Expression {
  const length = end - start;
  if (length > LIMITS.source) {
    const message = `An expression has at most ${LIMITS.source} characters; this one has ${length}. Split it over several tasks or fields.`;
    return {
      source,
      start,
      end,
      ast: { kind: 'hole', start, end },
      errors: [{ message, start, end }],
      references: [],
      calls: [],
      program: null,
    };
  }
  const { tokens, errors } = tokenize(source, start, end);
  const cursor = new Cursor(tokens, errors, parsePipe);
  const ast = parseWhole(cursor);
  const sorted = cursor.errors.sort((a, b) => a.start - b.start);
  return { source, start, end, ast, errors: sorted, references: cursor.references, calls: cursor.calls, program: null };
}

function parseWhole(cursor: Cursor): ExpressionNode {
  const ast = parsePipe(cursor);
  // What follows a mistake is still read, for its references: a rename or a completion must not lose them.
  while (cursor.peek().kind !== 'end') {
    const token = cursor.peek();
    cursor.fail(describeUnexpected(token), token);
    if (token.kind === 'sign') cursor.next();
    if (cursor.peek().kind !== 'end') parsePipe(cursor);
  }
  return ast;
}

const WORD_OPERATORS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!', is: '==', eq: '==' };

function describeUnexpected(token: Token): string {
  const sign =
    token.kind === 'name' && Object.hasOwn(WORD_OPERATORS, token.text) ? WORD_OPERATORS[token.text] : undefined;
  if (sign !== undefined) return `Write \`${sign}\` for “${token.text}”.`;
  if (token.text === '=>')
    return 'An arrow function `x => …` is only allowed as an argument, as in `map(list, x => x.name)`.';
  return `\`${token.text}\` is not expected here. An operator is missing before it, or it is one too many.`;
}

function parsePipe(cursor: Cursor): ExpressionNode {
  if (!cursor.enter()) return parseHole(cursor);
  let left = parseConditional(cursor);
  while (cursor.accept('|')) {
    const name = cursor.peek();
    if (name.kind !== 'name') {
      cursor.fail(
        'A function must follow `|`, as in `value | upper`.',
        name.kind === 'end' ? { start: cursor.lastEnd - 1, end: cursor.lastEnd } : name,
      );
      continue;
    }
    cursor.next();
    const opening = cursor.peek();
    const args = cursor.accept('(') ? parseArguments(cursor, opening) : [];
    left = finishCall(cursor, name, [left, ...args], left.start);
  }
  cursor.leave();
  return left;
}

function parseConditional(cursor: Cursor): ExpressionNode {
  const test = parseBinary(cursor, 1);
  const sign = cursor.peek();
  if (!cursor.accept('?')) return test;
  const whenTrue = parsePipe(cursor);
  const whenFalse = cursor.accept(':') ? parseOtherwise(cursor) : parseHole(cursor);
  if (whenFalse.kind === 'hole') cursor.fail('`?` needs a `:` with the value for “else”, as in `a ? b : c`.', sign);
  return { kind: 'conditional', test, whenTrue, whenFalse, start: test.start, end: cursor.endAfter(whenFalse) };
}

function parseOtherwise(cursor: Cursor): ExpressionNode {
  if (!cursor.enter()) return parseHole(cursor);
  const node = parseConditional(cursor);
  cursor.leave();
  return node;
}

/** How tightly each operator between two values binds; equal ones group from the left. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ['??', 1],
  ['||', 2],
  ['&&', 3],
  ['==', 4],
  ['===', 4],
  ['!=', 4],
  ['!==', 4],
  ['<', 5],
  ['<=', 5],
  ['>', 5],
  ['>=', 5],
  ['in', 5],
  ['+', 6],
  ['-', 6],
  ['*', 7],
  ['/', 7],
  ['%', 7],
]);

function parseBinary(cursor: Cursor, weakest: number): ExpressionNode {
  let left = parseUnary(cursor);
  for (;;) {
    const token = cursor.peek();
    const precedence = token.kind === 'sign' || token.kind === 'name' ? PRECEDENCE.get(token.text) : undefined;
    if (precedence === undefined || precedence < weakest) return left;
    cursor.next();
    const right = parseBinary(cursor, precedence + 1);
    left = toOperation(token.text, left, right);
  }
}

function toOperation(sign: string, left: ExpressionNode, right: ExpressionNode): ExpressionNode {
  const range = { start: left.start, end: right.end };
  if (sign === '??' || sign === '||' || sign === '&&')
    return { kind: 'logical', operator: sign satisfies LogicalNode['operator'], left, right, ...range };
  const operator = sign === '===' ? '==' : sign === '!==' ? '!=' : sign;
  // The remaining keys of PRECEDENCE are exactly the binary operators.
  return { kind: 'binary', operator: operator as BinaryOperator, left, right, ...range };
}

function parseUnary(cursor: Cursor): ExpressionNode {
  const token = cursor.peek();
  if (token.kind !== 'sign' || (token.text !== '!' && token.text !== '-' && token.text !== '+'))
    return parsePostfix(cursor);
  cursor.next();
  if (!cursor.enter()) return parseHole(cursor);
  const operand = parseUnary(cursor);
  cursor.leave();
  if (token.text === '-' && operand.kind === 'literal' && typeof operand.value === 'number') {
    return { kind: 'literal', value: -operand.value, start: token.start, end: operand.end };
  }
  return { kind: 'unary', operator: token.text, operand, start: token.start, end: operand.end };
}

function parseHole(cursor: Cursor): ExpressionNode {
  const { start } = cursor.peek();
  return { kind: 'hole', start, end: start };
}
