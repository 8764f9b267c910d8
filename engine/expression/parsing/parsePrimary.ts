import { assertNever } from '../../base/index.ts';
import type { ExpressionNode, MapLiteral } from '../tree/Expression.ts';
import type { Token } from '../tree/Template.ts';
import type { Cursor } from './Cursor.ts';

/** A literal, a name, a list, a map or something in brackets. Where there is none: a hole, with an error. */
export function parsePrimary(cursor: Cursor): ExpressionNode {
  const token = cursor.peek();
  switch (token.kind) {
    case 'number':
    case 'string':
      cursor.next();
      return { kind: 'literal', value: token.value, start: token.start, end: token.end };
    case 'name':
      return parseName(cursor, token);
    case 'sign':
      if (token.text === '(') return parseBrackets(cursor);
      if (token.text === '[') return parseList(cursor);
      if (token.text === '{') return parseMap(cursor);
      return parseNothing(cursor, token);
    case 'end':
      return parseNothing(cursor, token);
    default:
      return assertNever(token);
  }
}

const CONSTANTS: ReadonlyMap<string, null | boolean> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);

function parseName(cursor: Cursor, token: Token): ExpressionNode {
  const range = { start: token.start, end: token.end };
  if (token.text === 'in') return parseNothing(cursor, token);
  cursor.next();
  const constant = CONSTANTS.get(token.text);
  if (constant !== undefined) return { kind: 'literal', value: constant, ...range };
  const slot = cursor.findLocal(token.text);
  if (slot !== undefined) return { kind: 'local', name: token.text, slot, ...range };
  return { kind: 'root', name: token.text, ...range };
}

function parseBrackets(cursor: Cursor): ExpressionNode {
  const opening = cursor.next();
  const node = cursor.readExpression();
  cursor.close(')', opening);
  // An index after brackets reads the value: `(a)["b"]` is the same as `a["b"]`, but no longer one reference.
  return node;
}

function parseList(cursor: Cursor): ExpressionNode {
  const opening = cursor.next();
  const items: ExpressionNode[] = [];
  while (!cursor.isSign(']') && cursor.peek().kind !== 'end') {
    items.push(cursor.readExpression());
    if (!cursor.accept(',')) break;
  }
  cursor.close(']', opening);
  return { kind: 'list', items, start: opening.start, end: cursor.endAfter(items.at(-1)) };
}

function parseMap(cursor: Cursor): ExpressionNode {
  const opening = cursor.next();
  const entries: MapLiteral['entries'][number][] = [];
  while (!cursor.isSign('}') && cursor.peek().kind !== 'end') {
    const entry = parseEntry(cursor);
    if (entry === null) break;
    entries.push(entry);
    if (!cursor.accept(',')) break;
  }
  cursor.close('}', opening);
  return { kind: 'map', entries, start: opening.start, end: cursor.endAfter(entries.at(-1)?.value) };
}

/** `key: value`, `'any key': value`, or `name` alone for `name: name`. */
function parseEntry(cursor: Cursor): MapLiteral['entries'][number] | null {
  const token = cursor.peek();
  if (token.kind === 'sign' || token.kind === 'end') {
    cursor.fail('A map lists `key: value`; this is no key.', token);
    return null;
  }
  const isShort = token.kind === 'name' && (cursor.isSign(',', 1) || cursor.isSign('}', 1));
  if (isShort) return { key: token.text, value: cursor.readExpression() };
  cursor.next();
  if (!cursor.accept(':')) cursor.fail(`The key \`${token.text}\` needs a \`:\` and a value.`, token);
  return {
    key:
      token.kind === 'name'
        ? token.text
        : String(token.kind === 'number' || token.kind === 'string' ? token.value : ''),
    value: cursor.readExpression(),
  };
}

function parseNothing(cursor: Cursor, token: Token): ExpressionNode {
  const range = token.kind === 'end' ? { start: Math.max(0, cursor.lastEnd - 1), end: cursor.lastEnd } : token;
  cursor.fail(
    token.kind === 'end'
      ? 'The expression is not finished: a value is missing.'
      : `A value is missing before \`${token.text}\`.`,
    range,
  );
  return { kind: 'hole', start: token.start, end: token.start };
}
