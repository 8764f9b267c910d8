import { isJsonObject, type Json } from '../../base/index.ts';
import { KEYWORDS, SCHEMA_LIMITS } from './keywords.ts';
import { compilePattern } from './pattern.ts';

/** Names a pattern as a format, so that the validator hands texts to us instead of to the runtime's own engine. */
export const PATTERN_FORMAT = 'pattern ';

/** Formats that are checked. The others are notes, as JSON Schema has it by default. */
const FORMATS: ReadonlySet<string> = new Set(
  'date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid json-pointer'.split(' '),
);

/** A schema as the validator may safely see it. */
export interface PreparedSchema {
  readonly schema: Record<string, unknown> | boolean;
  /** Sources of all patterns in it. */
  readonly patterns: ReadonlySet<string>;
  /** True when another value may need the schema written differently. */
  readonly dependsOnValue: boolean;
}

/** What the value to be checked allows to be said more simply. */
export interface PrepareOptions {
  /** All property names in the value: patterns of names become lists of the names they match. */
  readonly names: readonly string[];
  /** True when no list in the value has two equal items. */
  readonly isUnique: boolean;
}

/** A deep copy without prototypes, so that only own properties are ever seen. */
export function bareCopy(value: Json): Record<string, unknown> {
  const copy = (item: Json): unknown => {
    if (Array.isArray(item)) return item.map(copy);
    return isJsonObject(item) ? bareMap(Object.entries(item).map(([key, child]) => [key, copy(child)])) : item;
  };
  return isJsonObject(value) ? bareMap(Object.entries(value).map(([key, child]) => [key, copy(child)])) : {};
}

/** Rewrites a schema so that no regular expression in it reaches the runtime's own, which may take for ever. */
export function prepareSchema(schema: Json, options: PrepareOptions): PreparedSchema {
  const patterns = new Set<string>();
  let nodes = 0;
  let dependsOnValue = false;
  const rewrite = (part: Json, depth: number): Record<string, unknown> | boolean => {
    if (!isJsonObject(part)) return part !== false;
    if (++nodes > SCHEMA_LIMITS.nodes || depth > SCHEMA_LIMITS.depth) throw new RangeError('The schema is too large.');
    const entries: [string, unknown][] = [];
    for (const [key, value] of Object.entries(part)) {
      const rewritten = keyword(key, value, depth);
      if (rewritten !== undefined) entries.push([key, rewritten]);
    }
    const copy = bareMap(entries);
    const pattern = part['pattern'];
    if (typeof pattern === 'string') {
      patterns.add(pattern);
      const rule = bareMap([['format', PATTERN_FORMAT + pattern]]);
      copy['allOf'] = [...(Array.isArray(copy['allOf']) ? (copy['allOf'] as unknown[]) : []), rule];
    }
    return copy;
  };
  const keyword = (key: string, value: Json, depth: number): unknown => {
    switch (KEYWORDS.get(key)) {
      case 'pattern':
        return undefined;
      case 'schema':
        return rewrite(value, depth + 1);
      case 'schemas':
        return Array.isArray(value) ? value.map((item) => rewrite(item, depth + 1)) : undefined;
      case 'schemaOrSchemas':
        return Array.isArray(value) ? value.map((item) => rewrite(item, depth + 1)) : rewrite(value, depth + 1);
      case 'schemasByName':
      case 'dependencies':
        return isJsonObject(value)
          ? mapValues(value, (item) => (Array.isArray(item) ? item : rewrite(item, depth + 1)))
          : undefined;
      case 'schemasByPattern':
        dependsOnValue = true;
        return isJsonObject(value)
          ? literalPatterns(value, options.names, (item) => rewrite(item, depth + 1))
          : undefined;
      case undefined:
        return undefined;
      default:
        if (key === 'format') return typeof value === 'string' && FORMATS.has(value) ? value : undefined;
        if (key === 'uniqueItems') dependsOnValue = true;
        if (key === 'uniqueItems' && options.isUnique) return undefined;
        return typeof value === 'object' && value !== null ? copyAny(value) : value;
    }
  };
  const prepared = rewrite(schema, 0);
  return { schema: prepared, patterns, dependsOnValue };
}

function bareMap(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const map: Record<string, unknown> = Object.create(null);
  for (const [key, value] of entries) map[key] = value;
  return map;
}

function mapValues(map: { readonly [key: string]: Json }, change: (value: Json) => unknown): Record<string, unknown> {
  return bareMap(Object.entries(map).map(([key, value]) => [key, change(value)]));
}

/** `patternProperties` for exactly the names at hand: an alternation of literals cannot run away. */
function literalPatterns(
  map: { readonly [key: string]: Json },
  names: readonly string[],
  change: (value: Json) => unknown,
): Record<string, unknown> {
  return bareMap(
    Object.entries(map).map(([source, value], index) => {
      const pattern = compilePattern(source);
      const matching = names.filter((name) => pattern?.matcher(name).find() === true);
      const literals = matching.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
      // The empty group keeps two patterns that match the same names apart.
      const none = matching.length === 0 ? '[]' : literals.join('|');
      return [`^(?:${none})${'(?:)'.repeat(index)}$`, change(value)];
    }),
  );
}

function copyAny(value: Json): unknown {
  if (Array.isArray(value)) return value.map(copyAny);
  return isJsonObject(value) ? bareCopy(value) : value;
}
