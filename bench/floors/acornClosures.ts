import type {
  BinaryExpression,
  BinaryOperator,
  CallExpression,
  ConditionalExpression,
  Expression,
  LogicalExpression,
  MemberExpression,
  ObjectExpression,
} from 'acorn';
import { parseExpressionAt } from 'acorn';
import { arithmetic, equal, isIn, order, toText } from './operators.ts';

type Scope = Readonly<Record<string, unknown>>;
type Frame = { readonly scope: Scope; readonly locals: Map<string, unknown>; steps: number };
type Closure = (frame: Frame) => unknown;

const MOST_STEPS = 10_000;

/**
 * The floor for hot expressions: what a careful engineer writes in an afternoon. JavaScript syntax by acorn, one closure
 * per node, own properties only, a closed list of functions, missing is null, types of operands are checked, loops are
 * counted. It does not report where or why a value is missing, and knows no limits of size.
 */
export function compileFloor(source: string): (scope: Scope) => unknown {
  const run = compile(parseExpressionAt(source, 0, { ecmaVersion: 2023 }), new Set());
  return (scope) => run({ scope, locals: new Map(), steps: 0 });
}

function compile(node: Expression, locals: ReadonlySet<string>): Closure {
  switch (node.type) {
    case 'Literal': {
      const { value } = node;
      return () => value;
    }
    case 'Identifier': {
      const { name } = node;
      if (locals.has(name)) return (frame) => frame.locals.get(name);
      return (frame) => (Object.hasOwn(frame.scope, name) ? frame.scope[name] : null);
    }
    case 'MemberExpression':
      return compileMember(node, locals);
    case 'BinaryExpression':
      return compileBinary(node, locals);
    case 'LogicalExpression':
      return compileLogical(node, locals);
    case 'ConditionalExpression':
      return compileConditional(node, locals);
    case 'UnaryExpression': {
      const operand = compile(node.argument, locals);
      if (node.operator === '!') return (frame) => !operand(frame);
      throw new SyntaxError(`No operator ${node.operator}`);
    }
    case 'ArrayExpression': {
      const items = node.elements.map((item) => compile(asExpression(item), locals));
      return (frame) => items.map((item) => item(frame));
    }
    case 'ObjectExpression':
      return compileObject(node, locals);
    case 'CallExpression':
      return compileCall(node, locals);
    default:
      throw new SyntaxError(`No ${node.type} in expressions`);
  }
}

function asExpression(node: { readonly type: string } | null): Expression {
  if (node === null || node.type === 'SpreadElement' || node.type === 'Super') throw new SyntaxError('No spread');
  return node as Expression; // What is left of acorn's unions in the places this is called.
}

function compileMember(node: MemberExpression, locals: ReadonlySet<string>): Closure {
  const object = compile(asExpression(node.object), locals);
  if (!node.computed && node.property.type === 'Identifier') {
    const { name } = node.property;
    return (frame) => readOwn(object(frame), name);
  }
  const key = compile(asExpression(node.property), locals);
  return (frame) => readOwn(object(frame), key(frame));
}

function readOwn(value: unknown, key: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null;
  if (typeof key !== 'string' && typeof key !== 'number') return null;
  if (Array.isArray(value)) return typeof key === 'number' ? (value[key] ?? null) : null;
  return Object.hasOwn(value, key) ? (value as Scope)[key] : null; // A plain object, by the line above.
}

const BINARY: Partial<Record<BinaryOperator, (left: unknown, right: unknown) => unknown>> = {
  '==': equal,
  '!=': (left, right) => !equal(left, right),
  '<': (left, right) => order(left, right) < 0,
  '<=': (left, right) => order(left, right) <= 0,
  '>': (left, right) => order(left, right) > 0,
  '>=': (left, right) => order(left, right) >= 0,
  '+': (left, right) =>
    typeof left === 'string' || typeof right === 'string'
      ? toText(left) + toText(right)
      : arithmetic(left, right, (a, b) => a + b),
  '-': (left, right) => arithmetic(left, right, (a, b) => a - b),
  '*': (left, right) => arithmetic(left, right, (a, b) => a * b),
  '/': (left, right) => arithmetic(left, right, (a, b) => a / b),
  in: isIn,
};

function compileBinary(node: BinaryExpression, locals: ReadonlySet<string>): Closure {
  const left = compile(asExpression(node.left), locals);
  const right = compile(node.right, locals);
  const operate = BINARY[node.operator];
  if (operate === undefined) throw new SyntaxError(`No operator ${node.operator}`);
  return (frame) => operate(left(frame), right(frame));
}

function compileLogical(node: LogicalExpression, locals: ReadonlySet<string>): Closure {
  const left = compile(node.left, locals);
  const right = compile(node.right, locals);
  if (node.operator === '&&') return (frame) => left(frame) && right(frame);
  if (node.operator === '||') return (frame) => left(frame) || right(frame);
  return (frame) => left(frame) ?? right(frame);
}

function compileConditional(node: ConditionalExpression, locals: ReadonlySet<string>): Closure {
  const test = compile(node.test, locals);
  const whenTrue = compile(node.consequent, locals);
  const whenFalse = compile(node.alternate, locals);
  return (frame) => (test(frame) ? whenTrue(frame) : whenFalse(frame));
}

function compileObject(node: ObjectExpression, locals: ReadonlySet<string>): Closure {
  const entries = node.properties.map((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') throw new SyntaxError('Plain keys only');
    return [property.key.name, compile(property.value, locals)] as const;
  });
  return (frame) => Object.fromEntries(entries.map(([key, value]) => [key, value(frame)]));
}

type ListFunction = (list: readonly unknown[], each: (item: unknown) => unknown) => unknown;

const LIST_FUNCTIONS: Readonly<Record<string, ListFunction>> = {
  map: (list, each) => list.map((item) => each(item)),
  filter: (list, each) => list.filter((item) => each(item)),
  some: (list, each) => list.some((item) => each(item)),
};

const FUNCTIONS: Readonly<Record<string, (...values: readonly unknown[]) => unknown>> = {
  len: (value) => (Array.isArray(value) || typeof value === 'string' ? value.length : 0),
  startsWith: (text, start) => String(text).startsWith(String(start)),
};

function compileCall(node: CallExpression, locals: ReadonlySet<string>): Closure {
  if (node.callee.type !== 'Identifier') throw new SyntaxError('No methods');
  const { name } = node.callee;
  const [first, second] = node.arguments;
  if (Object.hasOwn(LIST_FUNCTIONS, name) && second?.type === 'ArrowFunctionExpression') {
    const [param] = second.params;
    if (param?.type !== 'Identifier' || second.body.type === 'BlockStatement') throw new SyntaxError('Plain arrows');
    const list = compile(asExpression(first ?? null), locals);
    const body = compile(second.body, new Set([...locals, param.name]));
    return callWithArrow({ run: LIST_FUNCTIONS[name]!, list, body, param: param.name });
  }
  if (!Object.hasOwn(FUNCTIONS, name)) throw new SyntaxError(`No function ${name}`);
  const run = FUNCTIONS[name]!;
  const args = node.arguments.map((argument) => compile(asExpression(argument), locals));
  return (frame) => run(...args.map((argument) => argument(frame)));
}

interface ArrowCall {
  readonly run: ListFunction;
  readonly list: Closure;
  readonly body: Closure;
  readonly param: string;
}

function callWithArrow({ run, list, body, param }: ArrowCall): Closure {
  return (frame) => {
    const items = list(frame);
    if (!Array.isArray(items)) throw new TypeError('A list is needed.');
    return run(items, (item) => {
      frame.steps += 1;
      if (frame.steps > MOST_STEPS) throw new RangeError('Too many steps.');
      frame.locals.set(param, item);
      return body(frame);
    });
  };
}
