import { assertNever } from '../base/index.ts';
import {
  type ExpressionNode,
  FUNCTION_NAMES,
  FUNCTION_TYPES,
  type FunctionName,
  type FunctionType,
  findFunction,
} from '../expression/index.ts';
import {
  anyMember,
  defaultShape,
  forgetValues,
  memberOf,
  overlayShapes,
  restrictKinds,
  unionShapes,
} from './combineShapes.ts';
import type { Inference } from './Inference.ts';
import {
  ANY,
  BOOLEAN,
  canBe,
  canBeNull,
  isNull,
  LIST,
  listOf,
  MAP,
  mapOf,
  NOTHING,
  NUMBER,
  orNull,
  type Shape,
  TEXT,
} from './Shape.ts';

type CallNode = ExpressionNode & { kind: 'call' };

type Infer = (node: ExpressionNode, inference: Inference) => Shape;

const NAMES: ReadonlySet<string> = new Set(FUNCTION_NAMES);

/** The type of a function; undefined when there is none of that name. */
export function findFunctionType(name: string): FunctionType | undefined {
  return NAMES.has(name) ? FUNCTION_TYPES[name as FunctionName] : undefined;
}

/** What a call gives. Its arguments are inferred first, its arrow function with the parameter types they give. */
export function inferCall(node: CallNode, inference: Inference, infer: Infer): Shape {
  const args = node.args.map((argument) => infer(argument, inference));
  const type = findFunctionType(node.name);
  if (type === undefined) {
    inferArrow({ node, args, inference, infer }, () => ANY);
    return ANY;
  }
  const made = inferResult(type, { node, args, inference, infer });
  if (findFunction(node.name)?.acceptsNull === true) return made;
  if (args.some(isNull)) return NOTHING;
  return args.some(canBeNull) ? orNull(made) : made;
}

interface Call {
  readonly node: CallNode;
  readonly args: readonly Shape[];
  readonly inference: Inference;
  readonly infer: Infer;
}

function inferResult(type: FunctionType, call: Call): Shape {
  const given = call.args[0] ?? NOTHING;
  const first = restrictKinds(given, type.parameters[0] ?? null);
  const item = call.args[0]?.items?.() ?? ANY;
  const body =
    type.result === "the arrow's result or argument 1"
      ? undefined
      : inferArrow(call, (index) => (type.arrow?.[index] === 'item' ? item : NUMBER));
  switch (type.result) {
    case 'text':
      return TEXT;
    case 'number':
      // An item that is null makes the sum null.
      return call.node.name === 'sum' && canBeNull(item) ? orNull(NUMBER) : NUMBER;
    case 'boolean':
      return BOOLEAN;
    case 'any':
      return ANY;
    case 'list of text':
      return listOf(() => TEXT);
    case 'list of numbers':
      return listOf(() => NUMBER);
    case 'same as argument 0':
    case 'date as argument 0':
      return forgetValues(first);
    case 'item of argument 0':
      return orNull(first.items?.() ?? ANY);
    case 'item of argument 0 or an argument':
      return inferExtreme(call.args);
    case 'items of items of argument 0':
      return inferFlat(first);
    case 'list of values of argument 0':
      return listOf(() => anyMember(first));
    case 'list of entries of argument 0':
      return listOf(() => mapOf({ key: TEXT, value: () => anyMember(first) }));
    case "list of the arrow's results":
      return body === undefined ? LIST : listOf(() => body);
    case 'map of lists of items of argument 0':
      return { ...MAP, others: () => listOf(() => first.items?.() ?? ANY) };
    case 'keys of all arguments':
      return call.args.map((argument) => restrictKinds(argument, ['map'])).reduce(overlayShapes, mapOf({}));
    case 'named keys of argument 0':
      return pickKeys(first, call);
    case 'other keys of argument 0':
      return omitKeys(first, call);
    case 'argument 0 or 1':
      return defaultShape(given, call.args[1] ?? NOTHING);
    case "the arrow's result or argument 1":
      return inferReduce(call);
    default:
      return assertNever(type.result);
  }
}

function inferArrow(
  { node: { arrow }, inference, infer }: Call,
  parameter: (index: number) => Shape,
): Shape | undefined {
  if (arrow === null) return undefined;
  const { slots, body } = arrow.node;
  const locals = new Map([...inference.locals, ...slots.map((slot, index) => [slot, parameter(index)] as const)]);
  return infer(body, { ...inference, locals });
}

/** Two arguments and more are compared themselves; of one, its items are. One that is null makes the result null. */
function inferExtreme(args: readonly Shape[]): Shape {
  const [first = NOTHING, ...rest] = args;
  if (rest.length === 0) return orNull(restrictKinds(first, ['list']).items?.() ?? ANY);
  return rest.reduce(unionShapes, first);
}

function inferFlat(list: Shape): Shape {
  const { items } = list;
  if (items === undefined) return LIST;
  return listOf(() => {
    const item = items();
    if (!canBe(item, 'list')) return item;
    const inner = item.items?.() ?? ANY;
    const others = item.kinds?.filter((kind) => kind !== 'list');
    if (others === undefined) return ANY;
    const kept = others.some((kind) => kind !== 'null') ? unionShapes(restrictKinds(item, others), inner) : inner;
    return canBeNull(item) ? orNull(kept) : kept;
  });
}

/** The keys that the arguments behind the first one name; undefined where they are not known. */
function readKeys({ node }: Call): readonly string[] | undefined {
  const [, second] = node.args;
  const listed = second?.kind === 'list' && node.args.length === 2 ? second.items : node.args.slice(1);
  const keys = listed.map((key) => (key.kind === 'literal' && key.value !== null ? String(key.value) : undefined));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function pickKeys(map: Shape, call: Call): Shape {
  const keys = readKeys(call);
  if (keys === undefined) return MAP;
  return {
    ...MAP,
    members: new Map(keys.map((key) => [key, () => memberOf(map, key)] as const)),
    isClosed: true,
  };
}

function omitKeys(map: Shape, call: Call): Shape {
  const keys = readKeys(call);
  const members = [...(map.members ?? [])].filter(([key]) => keys?.includes(key) !== true);
  return {
    ...MAP,
    members: new Map(members.map(([key, read]) => [key, keys === undefined ? () => orNull(read()) : read] as const)),
    ...(map.isClosed === true ? { isClosed: true } : {}),
    ...(map.others === undefined ? {} : { others: map.others }),
  };
}

/**
 * `reduce` iterates: the result of its arrow function is its next argument. A start that stays of its kind is that;
 * of any other nothing is known inside.
 */
function inferReduce(call: Call): Shape {
  const [list = ANY, start = NOTHING] = call.args;
  const item = list.items?.() ?? ANY;
  const run = (value: Shape): Shape =>
    inferArrow(call, (index) => (index === 0 ? value : index === 1 ? item : NUMBER)) ?? ANY;
  const scalars = forgetValues(start);
  const isScalar = scalars.kinds?.every((kind) => kind !== 'list' && kind !== 'map') === true;
  const first = isScalar && !canBeNull(scalars) ? run(scalars) : undefined;
  const stays =
    first !== undefined && !canBeNull(first) && (first.kinds?.every((kind) => canBe(scalars, kind)) ?? false);
  const result = stays ? scalars : unionShapes(start, run(ANY));
  return canBeNull(list) ? orNull(result) : result;
}
