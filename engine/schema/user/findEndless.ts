import { type CompiledSchema, findPart, type SchemaNode } from './compileSchema.ts';
import { pointerTo } from './fitValue.ts';
import { KEYWORDS, SCHEMA_LIMITS } from './keywords.ts';
import { isMap, isNode, type Keywords, nodesOf } from './Subject.ts';

/** A part of a schema that no value can be checked against, as a JSON Pointer, and why. */
export interface EndlessPart {
  readonly path: string;
  readonly reason: 'loop' | 'steps' | 'depth';
}

/**
 * The first part of a schema that cannot be checked against any value: `loop`: it refers to itself for the same value;
 * `steps`: its alternatives, followed one from another, are more than {@link SCHEMA_LIMITS} allows for one value; `depth`:
 * so many follow one from another. Null where there is none. Takes time in proportion to the schema.
 */
export function findEndless(schema: CompiledSchema): EndlessPart | null {
  const search = new Search(schema);
  for (const [path, node] of partsOf(schema.root, '')) {
    const found = search.look(node, path);
    if (found !== null) return found;
  }
  return null;
}

/** Every schema inside of one, with its place. */
function* partsOf(node: SchemaNode, path: string): Iterable<readonly [string, Keywords]> {
  if (typeof node === 'boolean') return;
  yield [path, node];
  for (const [key, value] of Object.entries(node)) {
    const shape = KEYWORDS.get(key);
    if (shape === undefined || !HOLDS_SCHEMAS.test(shape)) continue;
    const at = pointerTo(path, key);
    if (shape === 'schema' || (shape === 'schemaOrSchemas' && !Array.isArray(value))) yield* partsIn(value, at);
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) yield* partsIn(part, pointerTo(at, name));
  }
}

const HOLDS_SCHEMAS = /^schema|^dependencies$/;

function* partsIn(value: unknown, path: string): Iterable<readonly [string, Keywords]> {
  if (isNode(value)) yield* partsOf(value, path);
}

class Search {
  readonly #schema: CompiledSchema;
  /** Steps that each part takes for one value; null while it is looked at. */
  readonly #steps = new Map<Keywords, number | null>();

  constructor(schema: CompiledSchema) {
    this.#schema = schema;
  }

  look(node: Keywords, path: string): EndlessPart | null {
    const steps = this.#count(node, 0);
    if (typeof steps === 'string') return { path, reason: steps };
    return steps > SCHEMA_LIMITS.steps ? { path, reason: 'steps' } : null;
  }

  #count(node: Keywords, depth: number): number | 'loop' | 'depth' {
    const known = this.#steps.get(node);
    if (known === null) return 'loop';
    if (known !== undefined) return known;
    if (depth > SCHEMA_LIMITS.checkDepth) return 'depth';
    this.#steps.set(node, null);
    let steps = 1;
    for (const part of this.#sameValue(node)) {
      const inner = typeof part === 'boolean' ? 1 : this.#count(part, depth + 1);
      if (typeof inner === 'string') return inner;
      steps += inner;
    }
    this.#steps.set(node, steps);
    return steps;
  }

  /** The schemas that are always followed for the same value. */
  #sameValue(node: Keywords): readonly SchemaNode[] {
    const { allOf, anyOf, oneOf, not, if: condition } = node;
    const target = node['$ref'] === undefined ? undefined : findPart(this.#schema, node);
    return [
      target,
      not,
      condition,
      ...nodesOf(allOf),
      ...nodesOf(anyOf),
      ...nodesOf(oneOf),
      ...conditional(node),
    ].filter(isNode);
  }
}

/** Those that are followed for some values. */
function conditional({ then: met, else: unmet, dependentSchemas, if: condition }: Keywords): readonly unknown[] {
  const byKey = isMap(dependentSchemas) ? Object.values(dependentSchemas) : [];
  return isNode(condition) ? [met, unmet, ...byKey] : byKey;
}
