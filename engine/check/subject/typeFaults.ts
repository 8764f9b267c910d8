import { assertNever, findClosest } from '../../base/index.ts';
import { type Expression, type ExpressionNode, excerpt } from '../../expression/index.ts';
import {
  canBeNull,
  findFunctionType,
  inferType,
  isNull,
  type Kind,
  memberOf,
  type Shape,
  type TypeScope,
} from '../../types/index.ts';
import type { CheckCode } from './codes.ts';
import { listValues, nameKinds } from './kindWords.ts';
import { findLostInteger } from './lostInteger.ts';

/** Something in an expression that cannot be meant. Offsets are those of its tree. */
export interface TypeFault {
  readonly code: Extract<
    CheckCode,
    'UNKNOWN_MEMBER' | 'LIKELY_MISSPELT' | 'TYPE_CLASH' | 'NEVER_EQUAL' | 'NUMBER_PRECISION'
  >;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** What was meant, where a name is misspelt: it goes in the place of the key. */
  readonly near?: string;
}

const NONE: readonly TypeFault[] = [];

/** What is wrong in an expression whatever the values are. */
export function findTypeFaults(
  { ast, source }: Pick<Expression, 'ast' | 'source'>,
  scope: TypeScope,
): readonly TypeFault[] {
  switch (ast.kind) {
    case 'root':
    case 'literal':
      return NONE;
    case 'member':
      // Mostly an expression is a path, in which only one key can be wrong.
      return isPath(ast) ? (pathFault(ast, scope) ?? NONE) : faultsInside(ast, source, scope);
    default:
      return faultsInside(ast, source, scope);
  }
}

function isPath(node: ExpressionNode): boolean {
  return node.kind === 'root' || (node.kind === 'member' && isPath(node.object));
}

/** The first wrong key of `root.key.key`: keys below it are not reported. */
function pathFault(ast: MemberNode, scope: TypeScope): readonly TypeFault[] | undefined {
  const links: MemberNode[] = [];
  let base: ExpressionNode = ast;
  for (; base.kind === 'member'; base = base.object) links.push(base);
  // Variables are text or not known at all.
  let shape = base.kind === 'root' && base.name !== 'env' ? scope.root(base.name) : undefined;
  for (const link of links.reverse()) {
    if (shape === undefined) return undefined;
    const fault = memberFault(link, shape);
    if (fault !== undefined) return [fault];
    shape = memberOf(shape, link.key);
  }
  return undefined;
}

function faultsInside(ast: ExpressionNode, source: string, scope: TypeScope): readonly TypeFault[] {
  // Inside of `reduce` a node is inferred twice: only the last result counts.
  const shapes = new Map<ExpressionNode, Shape>();
  inferType(ast, { root: scope.root, visit: (node, found) => shapes.set(node, found) });
  const expected = new Set<ExpressionNode>();
  for (const node of shapes.keys()) collectExpected(node, expected);
  const faults: TypeFault[] = [];
  for (const node of shapes.keys()) {
    const fault = faultOf(node, shapes, source);
    if (fault !== undefined && !(expected.has(node) && mayBeMissing(node, fault))) faults.push(fault);
  }
  return faults;
}

type ShapesByNode = ReadonlyMap<ExpressionNode, Shape>;

/** Whether the value before `??` is expected to be missing. A key that the output of a task never has is a slip, unless `?.` says that it is none. */
function mayBeMissing(node: ExpressionNode, { code }: TypeFault): boolean {
  if (code !== 'UNKNOWN_MEMBER' || node.kind !== 'member' || node.isOptional) return true;
  let root: ExpressionNode = node;
  while (root.kind === 'member' || root.kind === 'index') root = root.object;
  return root.kind !== 'root' || root.name !== 'tasks';
}

/** The operand before `??` may be missing: its author expects that. */
function collectExpected(node: ExpressionNode, expected: Set<ExpressionNode>): void {
  const isDefault = node.kind === 'call' && node.name === 'default';
  let left = isDefault ? node.args[0] : node.kind === 'logical' && node.operator === '??' ? node.left : undefined;
  for (; left?.kind === 'member' || left?.kind === 'index'; left = left.object) expected.add(left);
}

function faultOf(node: ExpressionNode, shapes: ShapesByNode, source: string): TypeFault | undefined {
  switch (node.kind) {
    case 'member':
      return memberFault(node, shapes.get(node.object));
    case 'index':
      return kindFault(shapes.get(node.index), ['text', 'number'], node.index, 'An index is text or a number');
    case 'unary':
      return node.operator === '!'
        ? undefined
        : kindFault(shapes.get(node.operand), ['number'], node, `"${node.operator}" needs a number after it`);
    case 'binary':
      return binaryFault(node, shapes);
    case 'call':
      return callFault(node, shapes, source);
    case 'literal':
    case 'list':
    case 'map':
    case 'root':
    case 'local':
    case 'logical':
    case 'conditional':
    case 'hole':
      return undefined;
    default:
      return assertNever(node);
  }
}

/** The kinds it has when it is not null; undefined where that is not known, or it always is. */
function kindsOf(shape: Shape | undefined): readonly Kind[] | undefined {
  const kinds = shape?.kinds?.filter((kind) => kind !== 'null');
  return kinds === undefined || kinds.length === 0 ? undefined : kinds;
}

type MemberNode = Extract<ExpressionNode, { kind: 'member' }>;

/** Ids that other rules report, and names that only a run knows. */
const OPEN_ROOTS: ReadonlySet<string> = new Set(['tasks', 'agents', 'tools', 'memory', 'env']);

function isOpenRoot(node: ExpressionNode): boolean {
  return node.kind === 'root' && OPEN_ROOTS.has(node.name);
}

const LENGTH =
  'A list and a text have no key "length": use len(value). This is null unless the value is a map with such a key.';

function memberFault(node: MemberNode, object: Shape | undefined): TypeFault | undefined {
  const kinds = kindsOf(object);
  const { key } = node;
  if (key === 'length' && object?.kinds === null && !node.isOptional && !isOpenRoot(node.object))
    return { code: 'LIKELY_MISSPELT', ...keyPlace(node), message: LENGTH };
  if (object === undefined || kinds === undefined) return undefined;
  if (isOpenRoot(node.object)) return undefined;
  const place = keyPlace(node);
  if (!kinds.includes('map') && !(typeof key === 'number' && kinds.includes('list'))) {
    const what = kinds.every((kind) => kind === 'list') ? 'A list has no keys' : `This is ${nameKinds(kinds)}`;
    const advice =
      key === 'length'
        ? ' Use len(value).'
        : kinds.includes('list')
          ? ' Read an item with [0] or map(list, x => …).'
          : '';
    return { code: 'UNKNOWN_MEMBER', ...place, message: `${what}, so ${quoteKey(key)} of it is always null.${advice}` };
  }
  const { members } = object;
  if (typeof key === 'number' || kinds.length > 1 || object.others !== undefined || members?.has(key) === true)
    return undefined;
  const near = findClosest(key, members?.keys() ?? []);
  const hint = near === undefined ? listKeys(object) : ` Did you mean "${near}"?`;
  const found = { ...place, ...(near === undefined ? {} : { near }) };
  if (object.isClosed === true)
    return { code: 'UNKNOWN_MEMBER', ...found, message: `There is no "${key}" here, so it is always null.${hint}` };
  if (node.isOptional || (near === undefined && object.isListed !== true)) return undefined;
  return { code: 'LIKELY_MISSPELT', ...found, message: `The schema does not list "${key}".${hint}` };
}

function listKeys({ members }: Shape): string {
  const keys = [...(members?.keys() ?? [])];
  if (keys.length === 0) return ' It has no keys.';
  return ` It has ${keys.slice(0, 8).join(', ')}${keys.length > 8 ? ', …' : ''}.`;
}

function quoteKey(key: string | number): string {
  return typeof key === 'number' ? `[${key}]` : `".${key}"`;
}

/** Longest `)?.` and its like between a value and a key behind it. */
const LONGEST_DOT = 3;

/** The range of the key: behind its dot; of one in brackets the whole. */
function keyPlace({ key, start, end, object }: MemberNode): { readonly start: number; readonly end: number } {
  const from = end - String(key).length;
  return { start: typeof key === 'string' && from - object.end <= LONGEST_DOT ? from : start, end };
}

function kindFault(
  shape: Shape | undefined,
  wanted: readonly Kind[],
  place: ExpressionNode,
  rule: string,
): TypeFault | undefined {
  const kinds = kindsOf(shape);
  if (kinds === undefined || kinds.some((kind) => wanted.includes(kind))) return undefined;
  const advice =
    kinds.includes('text') && wanted.includes('number') && !wanted.includes('text') ? ' Use toNumber(text).' : '';
  const message = `${rule}, not ${nameKinds(kinds)}: this always fails.${advice}`;
  return { code: 'TYPE_CLASH', start: place.start, end: place.end, message };
}

type BinaryNode = Extract<ExpressionNode, { kind: 'binary' }>;

function binaryFault(node: BinaryNode, shapes: ShapesByNode): TypeFault | undefined {
  const [left, right] = [shapes.get(node.left), shapes.get(node.right)];
  if (left === undefined || right === undefined) return undefined;
  if (node.operator === '==' || node.operator === '!=') return equalFault(node, left, right);
  const [a, b] = [kindsOf(left), kindsOf(right)];
  if (a === undefined || b === undefined) return undefined;
  if (a.some((first) => b.some((second) => works(node.operator, first, second)))) return undefined;
  const advice = a.includes('text') || b.includes('text') ? ' Use toNumber(text).' : '';
  const isNumeric = node.operator !== 'in' && [...a, ...b].includes('number');
  const message = `"${node.operator}" does not work on ${nameKinds(a)} and ${nameKinds(b)}: this always fails.${isNumeric ? advice : ''}`;
  return { code: 'TYPE_CLASH', start: node.start, end: node.end, message };
}

/** Whether an operator takes two kinds that are not null (format.md 8). */
function works(operator: BinaryNode['operator'], left: Kind, right: Kind): boolean {
  switch (operator) {
    case '==':
    case '!=':
      return true;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return left === right && left !== 'list' && left !== 'map';
    case '+':
      return left === 'text' || right === 'text' || (left === 'number' && right === 'number');
    case '-':
    case '*':
    case '/':
    case '%':
      return left === 'number' && right === 'number';
    case 'in':
      return (
        right === 'list' ||
        (right === 'map' && (left === 'text' || left === 'number')) ||
        (right === 'text' && left === 'text')
      );
    default:
      return assertNever(operator);
  }
}

function equalFault(node: BinaryNode, left: Shape, right: Shape): TypeFault | undefined {
  const [a, b] = [kindsOf(left), kindsOf(right)];
  if (a === undefined || b === undefined || (canBeNull(left) && canBeNull(right))) return undefined;
  const outcome = node.operator === '==' ? 'always false' : 'always true';
  const place = { code: 'NEVER_EQUAL', start: node.start, end: node.end } as const;
  const shared = a.filter((kind) => b.includes(kind));
  if (shared.length === 0) {
    const message = `${capitalize(nameKinds(a))} never equals ${nameKinds(b)}, so this is ${outcome}: nothing is converted.`;
    return { ...place, message };
  }
  if (shared.includes('list') || shared.includes('map') || left.values === undefined || right.values === undefined)
    return undefined;
  const others = right.values;
  if (left.values.some((value) => others.includes(value))) return undefined;
  // Two constants are compared while something is being tried out.
  if (node.left.kind === 'literal' && node.right.kind === 'literal') return undefined;
  const [known, wanted] = left.values.length >= right.values.length ? [left, right] : [right, left];
  const message = `This is one of ${listValues(known)}, never ${listValues(wanted)}, so this is ${outcome}.`;
  return { ...place, message };
}

type CallNode = Extract<ExpressionNode, { kind: 'call' }>;

function callFault(node: CallNode, shapes: ShapesByNode, source: string): TypeFault | undefined {
  const type = findFunctionType(node.name);
  const args = node.args.map((argument) => shapes.get(argument));
  // A null among the arguments gives null before any of them is checked.
  if (type === undefined || args.some((shape) => shape !== undefined && isNull(shape))) return undefined;
  for (const [index, argument] of node.args.entries()) {
    const wanted = type.parameters[Math.min(index, type.parameters.length - 1)];
    if (wanted === undefined || wanted === null) continue;
    const rule = `Argument ${index + 1} of ${node.name}(), ${excerpt(source, argument)}, must be ${nameKinds(wanted)}`;
    const fault = kindFault(args[index], wanted, argument, rule);
    if (fault !== undefined) return fault;
  }
  return lostFault(node, args[0]);
}

/** A text in which a function reads an integer that no number holds, whatever the values are. */
function lostFault({ name, start, end }: CallNode, shape: Shape | undefined): TypeFault | undefined {
  const [text, ...others] = shape?.values ?? [];
  const found = typeof text === 'string' && others.length === 0 ? findLostInteger(name, text) : null;
  return found === null ? undefined : { code: 'NUMBER_PRECISION', start, end, message: found };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
