import {
  ANY,
  canBeNull,
  isNull,
  type Kind,
  lazy,
  NOTHING,
  orNull,
  type Scalar,
  type Shape,
  scalarKind,
  toWords,
} from './Shape.ts';

/** More values than this are not distinguished. */
const MOST_VALUES = 64;

/** What is under a key that is known before the run, as expressions read it: null where there is none. */
export function memberOf(shape: Shape, key: string | number): Shape {
  const { kinds } = shape;
  const inMap = canHold(shape, 'map') ? mapMember(shape, String(key)) : NOTHING;
  if (typeof key === 'string') return kinds?.length === 1 ? keepNull(shape, inMap) : orNull(inMap);
  const inList = canHold(shape, 'list') ? (shape.items?.() ?? ANY) : NOTHING;
  // An index may be past the end.
  return orNull(isNull(inMap) ? inList : isNull(inList) ? inMap : unionShapes(inMap, inList));
}

function keepNull(shape: Shape, member: Shape): Shape {
  return shape.isOptional === true ? orNull(member) : member;
}

function canHold(shape: Shape, kind: Kind): boolean {
  return shape.kinds === null || shape.kinds.includes(kind);
}

/** What is under a key of the maps that a value may be. */
function mapMember(shape: Shape, key: string): Shape {
  const member = shape.members?.get(key);
  if (member !== undefined) return member();
  if (shape.isClosed === true) return NOTHING;
  return shape.others === undefined ? ANY : orNull(shape.others());
}

/** A value that is of one or the other shape. */
export function unionShapes(a: Shape, b: Shape): Shape {
  if (a === b) return a;
  if (isNull(b) && a.kinds !== null) return orNull(a);
  if (isNull(a) && b.kinds !== null) return orNull(b);
  const kinds = a.kinds === null || b.kinds === null ? null : [...new Set([...a.kinds, ...b.kinds])];
  const values = unionValues(a, b);
  return {
    type: toWords(kinds, values),
    description: a.description === b.description ? a.description : '',
    kinds,
    ...(a.isOptional === true || b.isOptional === true ? { isOptional: true } : {}),
    ...(values === undefined ? {} : { values }),
    ...unionMaps(a, b),
    ...unionLists(a, b),
  };
}

function hasScalars({ kinds }: Shape): boolean {
  return kinds === null || kinds.some((kind) => kind === 'text' || kind === 'number' || kind === 'boolean');
}

function unionValues(a: Shape, b: Shape): readonly Scalar[] | undefined {
  if (!hasScalars(a)) return b.values;
  if (!hasScalars(b)) return a.values;
  if (a.values === undefined || b.values === undefined) return undefined;
  const values = [...new Set([...a.values, ...b.values])];
  return values.length > MOST_VALUES ? undefined : values;
}

type MapPart = Pick<Shape, 'members' | 'isClosed' | 'isListed' | 'others'>;

function mapPart({ members, isClosed, isListed, others }: Shape): MapPart {
  return {
    ...(members === undefined ? {} : { members }),
    ...(isClosed === true ? { isClosed } : {}),
    ...(isListed === true ? { isListed } : {}),
    ...(others === undefined ? {} : { others }),
  };
}

function unionMaps(a: Shape, b: Shape): MapPart {
  if (!canHold(a, 'map')) return mapPart(b);
  if (!canHold(b, 'map')) return mapPart(a);
  const keys = keysOfBoth(a, b);
  return {
    ...(keys.length === 0
      ? {}
      : { members: membersBy(keys, (key) => unionShapes(mapMember(a, key), mapMember(b, key))) }),
    ...closedLists(a, b),
    ...unionOthers(a, b),
  };
}

/** Of keys that come from either: none are missing in the list where both have one. */
function closedLists(a: Shape, b: Shape): MapPart {
  if (a.isClosed === true && b.isClosed === true) return { isClosed: true };
  return hasList(a) && hasList(b) ? { isListed: true } : {};
}

function hasList({ isClosed, isListed }: Shape): boolean {
  return isClosed === true || isListed === true;
}

function unionOthers(a: Shape, b: Shape): MapPart {
  const [first, second] = [a.others, b.others];
  if (first !== undefined && second !== undefined) return { others: lazy(() => unionShapes(first(), second())) };
  if (first !== undefined && b.isClosed === true) return { others: first };
  return second !== undefined && a.isClosed === true ? { others: second } : {};
}

function keysOfBoth(a: Shape, b: Shape): readonly string[] {
  return [...new Set([...(a.members?.keys() ?? []), ...(b.members?.keys() ?? [])])];
}

function membersBy(keys: readonly string[], make: (key: string) => Shape): ReadonlyMap<string, () => Shape> {
  return new Map(keys.map((key) => [key, lazy(() => make(key))] as const));
}

function unionLists(a: Shape, b: Shape): Pick<Shape, 'items'> {
  const [first, second] = [a.items, b.items];
  if (!canHold(a, 'list')) return second === undefined ? {} : { items: second };
  if (!canHold(b, 'list')) return first === undefined ? {} : { items: first };
  return first === undefined || second === undefined ? {} : { items: lazy(() => unionShapes(first(), second())) };
}

/** `{...below, ...above}`: keys of the map above hide those below. What is no map gives nothing. */
export function overlayShapes(below: Shape, above: Shape): Shape {
  const read = (key: string): Shape => {
    const own = mapMember(above, key);
    // Under a key that is always there, null is a value as any other.
    if (above.members?.has(key) === true)
      return own.isOptional === true ? unionShapes(own, mapMember(below, key)) : own;
    return above.isClosed === true ? mapMember(below, key) : unionShapes(own, mapMember(below, key));
  };
  const others = unionOthers(below, above);
  return {
    type: 'map',
    description: '',
    kinds: ['map'],
    members: membersBy(keysOfBoth(below, above), read),
    ...closedLists(below, above),
    ...others,
  };
}

/** A value that is of both shapes; `whereMissing`: the second also fills in what the first lacks. */
export function intersectShapes(a: Shape, b: Shape, whereMissing: 'stays missing' | 'is filled in'): Shape {
  const isFilled = whereMissing === 'is filled in';
  if (isFilled && a.isOptional === true && b.kinds !== null) return b;
  const kinds = intersectKinds(a, b);
  const values = a.values === undefined || b.values === undefined ? (a.values ?? b.values) : keepValues(a.values, b);
  const both = (key: string): Shape => {
    const [first, second] = [a.members?.get(key), b.members?.get(key)];
    if (first === undefined || second === undefined) return (first ?? second ?? (() => ANY))();
    return intersectShapes(first(), second(), whereMissing);
  };
  const keys = keysOfBoth(a, b);
  const others = a.others ?? b.others;
  const items = intersectItems(a, b, whereMissing);
  return {
    type: toWords(kinds, values),
    description: b.description === '' ? a.description : b.description,
    kinds,
    ...(a.isOptional === true && b.isOptional === true ? { isOptional: true } : {}),
    ...(values === undefined ? {} : { values }),
    ...(keys.length === 0 ? {} : { members: membersBy(keys, both) }),
    ...(a.isClosed === true || b.isClosed === true ? { isClosed: true } : {}),
    ...([a, b].some(hasList) && [a, b].every(listsItsKeys) ? { isListed: true } : {}),
    ...(others === undefined ? {} : { others }),
    ...(items === undefined ? {} : { items }),
  };
}

/** Whether the keys that it names, if any, are a list of them. */
function listsItsKeys(shape: Shape): boolean {
  return hasList(shape) || (shape.members?.size ?? 0) === 0;
}

/** Where nothing is left the two contradict each other, and nothing is known. */
function intersectKinds(a: Shape, b: Shape): readonly Kind[] | null {
  if (a.kinds === null || b.kinds === null) return a.kinds ?? b.kinds;
  const others = b.kinds;
  const kinds = a.kinds.filter((kind) => others.includes(kind));
  return kinds.length === 0 ? null : kinds;
}

function keepValues(values: readonly Scalar[], { values: allowed = [] }: Shape): readonly Scalar[] | undefined {
  const kept = values.filter((value) => allowed.includes(value));
  return kept.length === 0 ? undefined : kept;
}

function intersectItems(a: Shape, b: Shape, whereMissing: Parameters<typeof intersectShapes>[2]): Shape['items'] {
  const [first, second] = [a.items, b.items];
  if (first === undefined || second === undefined) return first ?? second;
  return lazy(() => intersectShapes(first(), second(), whereMissing));
}

/** The part of it that is of these kinds; null is none of them. Where none is, nothing is known of it. */
export function restrictKinds(shape: Shape, allowed: readonly Kind[] | null): Shape {
  const { isOptional: _, values, ...rest } = shape;
  const kept = (shape.kinds ?? allowed)?.filter((kind) => kind !== 'null' && (allowed?.includes(kind) ?? true)) ?? null;
  if (kept === null)
    return shape.isOptional === true ? { ...rest, ...(values === undefined ? {} : { values }) } : shape;
  if (kept.length === 0) return ANY;
  const left = values?.filter((value) => kept.includes(scalarKind(value)));
  return { ...rest, type: toWords(kept, left), kinds: kept, ...(left === undefined ? {} : { values: left }) };
}

/** The same without its single values. */
export function forgetValues(shape: Shape): Shape {
  if (shape.values === undefined) return shape;
  const { values: _, ...rest } = shape;
  return { ...rest, type: toWords(shape.kinds) };
}

/** What may be under some key of the maps a value is. */
export function anyMember(shape: Shape): Shape {
  const parts = [...(shape.members?.values() ?? [])].map((read) => read());
  if (shape.others !== undefined) parts.push(shape.others());
  else if (shape.isClosed !== true) return ANY;
  const [first, ...rest] = parts;
  return first === undefined ? NOTHING : rest.reduce(unionShapes, first);
}

/** What `left ?? right` gives. */
export function defaultShape(left: Shape, right: Shape): Shape {
  if (isNull(left)) return right;
  const present = restrictKinds(left, null);
  return canBeNull(left) ? unionShapes(present, right) : left;
}
