import type { OutputUnit } from '@cfworker/json-schema';
import { isJsonObject, type Json, ownValue } from '../../base/index.ts';
import { pointerKeys } from './pointer.ts';
import { PATTERN_FORMAT } from './prepareSchema.ts';

/** One place where a value does not fit. `path` is a JSON Pointer, empty for the value itself. */
export interface ValueError {
  readonly path: string;
  /** What is wrong there, without the place: `must be a number, not text`. */
  readonly message: string;
  /** The keyword of the schema, or `limit` when schema or value are too large to check. */
  readonly keyword: string;
}

type Node = Record<string, unknown> | boolean | undefined;

/** Keywords that only pass on what is wrong further in. */
const WRAPPERS: ReadonlySet<string> = new Set(
  '$ref $recursiveRef allOf properties patternProperties additionalProperties unevaluatedProperties propertyNames items prefixItems additionalItems unevaluatedItems if dependentSchemas dependencies'.split(
    ' ',
  ),
);
const MOST = 100;

/** The validator's units as errors in plain words: causes only, and of alternatives the one that was meant. */
export function explainErrors(
  units: readonly OutputUnit[],
  schema: Node,
  lookup: Readonly<Record<string, unknown>>,
  value: Json,
): readonly ValueError[] {
  const errors: ValueError[] = [];
  const seen = new Set<string>();
  for (const unit of choose(units)) {
    if (WRAPPERS.has(unit.keyword)) continue;
    const at = unit.instanceLocation.replace(/^#/, '');
    const node = findNode(schema, lookup, unit.keywordLocation);
    const name = unit.keyword === 'format' && /"pattern /.test(unit.error) ? 'pattern' : unit.keyword;
    const isName = unit.keywordLocation.includes('/propertyNames/');
    const message = (isName ? 'has a name that ' : '') + describe(unit, node, findValue(value, at));
    const key = `${at} ${message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    errors.push({ path: at, message, keyword: name === 'false' ? 'additionalProperties' : name });
    if (errors.length === MOST) break;
  }
  return errors;
}

/**
 * Units in alternatives (`anyOf`, `oneOf`) are noise unless the value clearly meant one of them: one branch alone takes
 * its type. Then that branch's errors stand for the alternative, else the alternative's own.
 */
function choose(units: readonly OutputUnit[]): readonly OutputUnit[] {
  const alternatives = units.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  let chosen = units;
  for (const alternative of alternatives) {
    const prefix = `${alternative.keywordLocation}/`;
    const isInside = (unit: OutputUnit): boolean =>
      unit.keywordLocation.startsWith(prefix) && unit.instanceLocation.startsWith(alternative.instanceLocation);
    const branchOf = (unit: OutputUnit): string => unit.keywordLocation.slice(prefix.length).split('/')[0] ?? '';
    const inside = units.filter(isInside);
    const mistyped = new Set(
      inside
        .filter(
          (unit) =>
            unit.instanceLocation === alternative.instanceLocation && /^(?:type|const|enum)$/.test(unit.keyword),
        )
        .map(branchOf),
    );
    const failed = matchesOf(alternative) > 0 ? [] : inside.map(branchOf);
    const meant = [...new Set(failed)].filter((branch) => !mistyped.has(branch));
    chosen = chosen.filter((unit) => {
      if (unit === alternative) return meant.length !== 1;
      return !isInside(unit) || (meant.length === 1 && branchOf(unit) === meant[0]);
    });
  }
  return chosen;
}

/** How many alternatives of a `oneOf` did match. */
function matchesOf(unit: OutputUnit): number {
  return Number(/\((\d+) matches\)/.exec(unit.error)?.[1] ?? 0);
}

function describe(unit: OutputUnit, node: Node, value: Json | undefined): string {
  const wanted = typeof node === 'object' ? node[unit.keyword] : undefined;
  switch (unit.keyword) {
    case 'type':
      return `must be ${typeWords(wanted)}, not ${valueWord(value)}`;
    case 'enum':
      return `must be ${oneOf(wanted)}, not ${short(value)}`;
    case 'const':
      return `must be ${short(wanted)}`;
    case 'required':
    case 'dependentRequired':
      return `is missing "${/"([^"]*)"\.?$/.exec(unit.error)?.[1] ?? ''}"`;
    case 'false':
      return 'is not expected here';
    case 'format':
      return unit.error.includes(`"${PATTERN_FORMAT}`)
        ? `must match ${unit.error.slice(unit.error.indexOf('"') + 1 + PATTERN_FORMAT.length, unit.error.lastIndexOf('"'))}`
        : `must be a valid ${short(wanted).replaceAll('"', '')}`;
    case 'uniqueItems':
      return 'has two equal items';
    case 'not':
      return 'has a form that is not allowed';
    case 'anyOf':
    case 'oneOf':
      return matchesOf(unit) > 1
        ? 'fits more than one of the forms where exactly one is allowed'
        : 'fits none of the forms that are allowed';
    default:
      return BOUNDS[unit.keyword]?.(String(wanted)) ?? unit.error;
  }
}

const BOUNDS: Readonly<Record<string, (limit: string) => string>> = {
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  multipleOf: (limit) => `must be a multiple of ${limit}`,
  minLength: (limit) => (limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => `must have at least ${limit} items`,
  maxItems: (limit) => `must have at most ${limit} items`,
  contains: () => 'has none of the items it must have',
  minContains: (limit) => `must have at least ${limit} of the items asked for`,
  maxContains: (limit) => `must have at most ${limit} of the items asked for`,
  minProperties: (limit) => `must have at least ${limit} properties`,
  maxProperties: (limit) => `must have at most ${limit} properties`,
};

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
  null: 'null',
};

function typeWords(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  return types.map((name) => TYPE_WORDS[String(name)] ?? String(name)).join(' or ');
}

function valueWord(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? `text ${short(value)}` : String(value);
}

function oneOf(values: unknown): string {
  const list = Array.isArray(values) ? values : [];
  return list.length === 1 ? short(list[0]) : `one of ${list.slice(0, 12).map(short).join(', ')}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function findValue(value: Json, pointer: string): Json | undefined {
  let current: Json | undefined = value;
  for (const key of pointerKeys(pointer)) {
    current = Array.isArray(current)
      ? current[Number(key)]
      : isJsonObject(current)
        ? ownValue(current, key)
        : undefined;
  }
  return current;
}

/** The schema whose keyword failed: its place is a path through the schema that follows each `$ref`. */
function findNode(schema: Node, lookup: Readonly<Record<string, unknown>>, location: string): Node {
  let current: unknown = schema;
  for (const key of pointerKeys(location).slice(0, -1)) {
    if (typeof current !== 'object' || current === null) return undefined;
    const target = '__absolute_ref__' in current ? lookup[String(current.__absolute_ref__)] : undefined;
    current = key === '$ref' ? target : memberOf(current, key);
  }
  return isNode(current) ? current : undefined;
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function memberOf(value: unknown, key: string): unknown {
  return isNode(value) ? value[key] : undefined;
}
