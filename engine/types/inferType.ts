import { assertNever } from '../base/index.ts';
import type { ExpressionNode } from '../expression/index.ts';
import { anyMember, defaultShape, forgetValues, memberOf, restrictKinds, unionShapes } from './combineShapes.ts';
import type { Inference, TypeScope } from './Inference.ts';
import { inferCall } from './inferCall.ts';
import {
  ANY,
  BOOLEAN,
  canBe,
  canBeNull,
  isNull,
  type Kind,
  listOf,
  NOTHING,
  NUMBER,
  oneOf,
  orNull,
  type Scalar,
  type Shape,
  TEXT,
} from './Shape.ts';

const NO_LOCALS: ReadonlyMap<number, Shape> = new Map();

/**
 * What an expression gives before it is run, by what is known of the names in it (format.md 8). Sound: a value it gives
 * for any values of those shapes is one of the shape. What fails gives nothing, so where an operation would always fail
 * the shape is what it gives otherwise. Never throws, whatever the tree.
 */
export function inferType(expression: ExpressionNode, scope: TypeScope): Shape {
  return infer(expression, { root: scope.root, ...(scope.visit ? { visit: scope.visit } : {}), locals: NO_LOCALS });
}

function infer(node: ExpressionNode, inference: Inference): Shape {
  const shape = inferNode(node, inference);
  inference.visit?.(node, shape);
  return shape;
}

function inferNode(node: ExpressionNode, inference: Inference): Shape {
  switch (node.kind) {
    case 'literal':
      return node.value === null ? NOTHING : oneOf([node.value]);
    case 'list':
      return inferList(node.items.map((item) => infer(item, inference)));
    case 'map':
      return inferMap(node.entries.map(({ key, value }) => [key, infer(value, inference)] as const));
    case 'root':
      return inference.root(node.name) ?? ANY;
    case 'local':
      return inference.locals.get(node.slot) ?? ANY;
    case 'member':
      return memberOf(infer(node.object, inference), node.key);
    case 'index':
      return inferIndex(infer(node.object, inference), infer(node.index, inference));
    case 'unary': {
      const operand = infer(node.operand, inference);
      return node.operator === '!' ? BOOLEAN : nullWhere(NUMBER, canBeNull(operand));
    }
    case 'binary':
      return inferBinary(node, infer(node.left, inference), infer(node.right, inference));
    case 'logical':
      return inferLogical(node.operator, infer(node.left, inference), infer(node.right, inference));
    case 'conditional':
      infer(node.test, inference);
      return unionShapes(infer(node.whenTrue, inference), infer(node.whenFalse, inference));
    case 'call':
      return inferCall(node, inference, infer);
    case 'hole':
      return ANY;
    default:
      return assertNever(node);
  }
}

function inferList(items: readonly Shape[]): Shape {
  const [first, ...rest] = items;
  return listOf(() => (first === undefined ? ANY : rest.reduce(unionShapes, first)));
}

function inferMap(entries: readonly (readonly [string, Shape])[]): Shape {
  return {
    type: 'map',
    description: '',
    kinds: ['map'],
    members: new Map(entries.map(([key, shape]) => [key, () => shape] as const)),
    isClosed: true,
  };
}

function inferIndex(object: Shape, index: Shape): Shape {
  const [only] = index.values ?? [];
  if (index.values?.length === 1 && index.isOptional !== true && index.kinds?.length === 1) {
    if (typeof only === 'string' || typeof only === 'number') return orNull(memberOf(object, only));
  }
  const parts = [
    ...(canBe(object, 'map') && (canBe(index, 'text') || canBe(index, 'number')) ? [anyMember(object)] : []),
    ...(canBe(object, 'list') && canBe(index, 'number') ? [object.items?.() ?? ANY] : []),
  ];
  const [first, ...rest] = parts;
  return first === undefined ? NOTHING : orNull(rest.reduce(unionShapes, first));
}

function nullWhere(shape: Shape, isPossible: boolean): Shape {
  return isPossible ? orNull(shape) : shape;
}

function inferBinary(node: ExpressionNode & { kind: 'binary' }, left: Shape, right: Shape): Shape {
  switch (node.operator) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
      return BOOLEAN;
    case '+':
      return inferSum(left, right);
    case '-':
    case '*':
    case '/':
    case '%':
      return inferArithmetic(left, right);
    default:
      return assertNever(node.operator);
  }
}

function inferArithmetic(left: Shape, right: Shape): Shape {
  if (isNull(left) || isNull(right)) return NOTHING;
  return nullWhere(NUMBER, canBeNull(left) || canBeNull(right));
}

/** Whether it is text, always. */
function isText(shape: Shape): boolean {
  return shape.kinds?.length === 1 && canBe(shape, 'text') && !canBeNull(shape);
}

/** Text on either side makes text of both; else it is arithmetic. */
function inferSum(left: Shape, right: Shape): Shape {
  if (isText(left) || isText(right)) return TEXT;
  const sum = inferArithmetic(left, right);
  if (!canBe(left, 'text') && !canBe(right, 'text')) return sum;
  const areNumbers = canBe(left, 'number') && canBe(right, 'number');
  return areNumbers ? unionShapes(sum, TEXT) : nullWhere(TEXT, canBeNull(sum));
}

function inferLogical(operator: '&&' | '||' | '??', left: Shape, right: Shape): Shape {
  switch (operator) {
    case '&&': {
      const falsy = falsyPart(left);
      return falsy === undefined ? right : unionShapes(falsy, right);
    }
    case '||': {
      const truthy = truthyPart(left);
      return truthy === undefined ? right : unionShapes(truthy, right);
    }
    case '??':
      return defaultShape(left, right);
    default:
      return assertNever(operator);
  }
}

const FALSY: readonly (readonly [Kind, Scalar])[] = [
  ['text', ''],
  ['number', 0],
  ['boolean', false],
];

/** What a value may be that counts as false; undefined when it never does. Lists and maps never do. */
function falsyPart(shape: Shape): Shape | undefined {
  const values = FALSY.filter(([kind, value]) => canBe(shape, kind) && (shape.values?.includes(value) ?? true)).map(
    ([, value]) => value,
  );
  if (values.length === 0) return canBeNull(shape) ? NOTHING : undefined;
  return nullWhere(oneOf(values), canBeNull(shape));
}

/** What a value may be that counts as true; undefined when it never does. */
function truthyPart(shape: Shape): Shape | undefined {
  if (isNull(shape)) return undefined;
  const { kinds } = shape;
  const left = kinds?.filter((kind) => {
    const values = shape.values?.filter((value) => kindIs(value, kind));
    return kind === 'list' || kind === 'map' || values === undefined || values.some(Boolean);
  });
  if (left?.length === 0) return undefined;
  return forgetFalsy(restrictKinds(shape, left ?? null));
}

function kindIs(value: Scalar, kind: Kind): boolean {
  return typeof value === 'string' ? kind === 'text' : typeof value === kind;
}

function forgetFalsy(shape: Shape): Shape {
  const values = shape.values?.filter(Boolean);
  if (values === undefined || values.length === shape.values?.length) return shape;
  return values.length === 0 ? forgetValues(shape) : { ...shape, values };
}
