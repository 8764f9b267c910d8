import { findFunction } from '../functions/registry.ts';
import type { ExpressionNode, ExpressionReference } from '../tree/Expression.ts';
import type { Token } from '../tree/Template.ts';
import type { Cursor } from './Cursor.ts';
import { finishCall, parseArguments } from './parseCall.ts';
import { parsePrimary } from './parsePrimary.ts';

/** A reference while its keys are being read; closed by the first computed one. */
interface OpenReference {
  readonly root: string;
  readonly start: number;
  readonly path: (string | number)[];
  readonly keys: { readonly start: number; readonly end: number }[];
  isClosed: boolean;
}

/** A value with its postfix operators: `.key`, `?.key`, `[index]`, `?.[index]`, `fn(args)`. */
export function parsePostfix(cursor: Cursor): ExpressionNode {
  const first = cursor.peek();
  if (first.kind === 'name' && cursor.isSign('(', 1)) return parseLinks(cursor, parseCall(cursor, first), null);
  const base = parsePrimary(cursor);
  // `(a).b` has had its reference read inside the brackets.
  if (first.kind !== 'name' || base.kind !== 'root') return parseLinks(cursor, base, null);
  const reference: OpenReference = { root: base.name, start: base.start, path: [], keys: [], isClosed: false };
  // Kept in the order of the text, also when an index inside holds references of its own.
  const place = cursor.references.length;
  const node = parseLinks(cursor, base, reference);
  cursor.references.splice(place, 0, toReference(reference, base.end));
  return node;
}

function toReference(open: OpenReference, rootEnd: number): ExpressionReference {
  return {
    root: open.root,
    path: open.path,
    keys: open.keys,
    isComputed: open.isClosed,
    start: open.start,
    end: open.keys.at(-1)?.end ?? rootEnd,
  };
}

function parseCall(cursor: Cursor, name: Token): ExpressionNode {
  cursor.next();
  const opening = cursor.next();
  if (cursor.findLocal(name.text) !== undefined) cursor.fail(`\`${name.text}\` is a value here, not a function.`, name);
  return finishCall(cursor, name, parseArguments(cursor, opening), name.start);
}

function parseLinks(cursor: Cursor, base: ExpressionNode, reference: OpenReference | null): ExpressionNode {
  let node = base;
  for (;;) {
    const token = cursor.peek();
    if (token.kind !== 'sign') return node;
    if (token.text === '.' || token.text === '?.') {
      cursor.next();
      const opening = cursor.peek();
      if (token.text === '?.' && cursor.accept('['))
        node = parseIndex(cursor, node, { opening, isOptional: true, reference });
      else node = parseKey(cursor, node, token, reference);
    } else if (token.text === '[') {
      cursor.next();
      node = parseIndex(cursor, node, { opening: token, isOptional: false, reference });
    } else if (token.text === '(') {
      node = refuseMethod(cursor, node);
    } else return node;
  }
}

function parseKey(cursor: Cursor, object: ExpressionNode, dot: Token, reference: OpenReference | null): ExpressionNode {
  const token = cursor.peek();
  if (token.kind !== 'name') {
    const range = { start: dot.start, end: Math.max(dot.end, token.kind === 'number' ? token.end : 0) };
    cursor.fail(
      token.kind === 'number' ? `Read an item of a list with [${token.text}].` : 'A name must follow the dot.',
      range,
    );
    if (token.kind === 'number') cursor.next();
    return object;
  }
  cursor.next();
  addKey(reference, token.text, token);
  return {
    kind: 'member',
    object,
    key: token.text,
    isOptional: dot.text === '?.',
    start: object.start,
    end: token.end,
  };
}

interface IndexPlace {
  readonly opening: Token;
  readonly isOptional: boolean;
  readonly reference: OpenReference | null;
}

function parseIndex(
  cursor: Cursor,
  object: ExpressionNode,
  { opening, isOptional, reference }: IndexPlace,
): ExpressionNode {
  const index = cursor.readExpression();
  cursor.close(']', opening);
  const range = { start: object.start, end: cursor.endAfter(index) };
  if (index.kind === 'literal' && (typeof index.value === 'string' || typeof index.value === 'number')) {
    addKey(reference, index.value, index);
    return { kind: 'member', object, key: index.value, isOptional, ...range };
  }
  if (reference !== null) reference.isClosed = true;
  return { kind: 'index', object, index, isOptional, ...range };
}

function addKey(
  reference: OpenReference | null,
  key: string | number,
  range: { readonly start: number; readonly end: number },
): void {
  if (reference === null || reference.isClosed) return;
  reference.path.push(key);
  reference.keys.push({ start: range.start, end: range.end });
}

/** `text.upper()`: reads the arguments for their references, and reports how to write it where there is such a function. */
function refuseMethod(cursor: Cursor, node: ExpressionNode): ExpressionNode {
  const opening = cursor.next();
  const name = node.kind === 'member' ? String(node.key) : '';
  const advice = findFunction(name) === undefined ? '' : ` Write \`${name}(value)\`.`;
  cursor.fail(`Values have no methods.${advice}`, opening);
  parseArguments(cursor, opening);
  return { kind: 'hole', start: node.start, end: cursor.lastEnd };
}
