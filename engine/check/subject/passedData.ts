import { type Data, isDataMap } from '../../base/index.ts';
import type { GraphNode } from '../../graph/index.ts';
import { childrenOf, exitsOf, type Task, traitsOf, walkTasks } from '../../model/index.ts';
import type { Path } from '../../text/index.ts';
import { inferData, memberOf, rootTypes, type Shape } from '../../types/index.ts';
import { listValues, nameKinds } from './kindWords.ts';
import type { Finding, Subject } from './Rule.ts';

/** A schema that something passed has to fit. */
export interface InputCheck {
  readonly schema: Shape;
  /** Whose schema it is, in a message. */
  readonly name: string;
}

/** What a `with` holds, and the task in whose text it is. */
export interface PassedData {
  readonly task: Task;
  readonly path: Path;
  readonly data: Data;
}

/** What handlers and routes pass, by the task they lead to. */
export function collectWays({ analysis }: Subject): ReadonlyMap<string, readonly PassedData[]> {
  const ways = new Map<string, PassedData[]>();
  for (const { task } of walkTasks(analysis.workflow)) {
    for (const { target } of exitsOf(task)) {
      if (target.with === null) continue;
      const way = { task, path: [...target.path, 'with'], data: target.with };
      for (const id of target.next) {
        const known = ways.get(id);
        if (known === undefined) ways.set(id, [way]);
        else known.push(way);
      }
    }
  }
  return ways;
}

/** Maps that are nested deeper are not looked into. */
const DEEPEST = 8;

/** The values of a map that are of another type than the schema takes, at any depth. */
export function* checkTypesOf(subject: Subject, given: PassedData, check: InputCheck): Iterable<Finding> {
  const { path, data, task } = given;
  if (!isDataMap(data) || path.length > task.path.length + DEEPEST) return;
  for (const [key, value] of data) {
    if (check.schema.members?.has(key) !== true) continue;
    const wanted = memberOf(check.schema, key);
    const place = { task, path: [...path, key], data: value };
    if (isDataMap(value)) {
      if (wanted.kinds === null || wanted.kinds.includes('map')) {
        yield* checkTypesOf(subject, place, { ...check, schema: wanted });
        continue;
      }
    }
    const given = inferData(value, rootTypes(subject.analysis, task, place.path));
    const message = mismatch(isLiteral(value) ? { ...given, values: [value] } : given, wanted);
    if (message !== undefined)
      yield { code: 'TYPE_MISMATCH', path: place.path, message: `${message} for ${check.name}.` };
  }
}

/** A scalar that is the same in every run. */
function isLiteral(value: Data): value is string | number | boolean {
  return typeof value === 'string' ? !value.includes('{{') : value !== null && typeof value !== 'object';
}

/** Why no value of one shape is of the other; undefined where one may be. */
function mismatch(given: Shape, wanted: Shape): string | undefined {
  const [have, want] = [given.kinds, wanted.kinds];
  if (have === null || want === null || have.length === 0) return undefined;
  const isNullTaken = want.includes('null') && (given.isOptional === true || have.includes('null'));
  if (isNullTaken) return undefined;
  const shared = have.filter((kind) => want.includes(kind));
  if (shared.length === 0) return `This gives ${nameKinds(have)}, and the schema takes ${nameKinds(want)}`;
  const isCounted = !shared.includes('list') && !shared.includes('map');
  if (!isCounted || given.values === undefined || wanted.values === undefined) return undefined;
  const allowed = wanted.values;
  if (given.values.some((value) => allowed.includes(value))) return undefined;
  return `This gives ${listValues(given)}, and the schema takes one of ${listValues(wanted)}`;
}

/** The keys that a schema declares; null where it declares none. */
export function declaredKeys(schema: Data | null): ReadonlySet<string> | null {
  const properties = isDataMap(schema) ? schema.get('properties') : undefined;
  return isDataMap(properties) ? new Set(properties.keys()) : null;
}

/** Whether a task calls what it uses once for each item, with what its `with` gives for it, and nothing else (format.md 4). */
export function callsPerItem(task: Task): boolean {
  return traitsOf(task.type).children === 'item' && childrenOf(task).length === 0;
}

/** The keys that `with` and the ways to a task pass, on whichever of them, and of its first task those of a form; null where one passes what is no map. */
export function givenKeys(
  { task, isStart }: GraphNode,
  { analysis }: Subject,
  ways: readonly PassedData[],
): ReadonlySet<string> | null {
  const keys = new Set(isStart ? declaredKeys(analysis.workflow.inputSchema) : null);
  for (const data of [task.with, ...ways.map((way) => way.data)]) {
    if (data === null) continue;
    if (!isDataMap(data)) return null;
    for (const key of data.keys()) keys.add(key);
  }
  return keys;
}
