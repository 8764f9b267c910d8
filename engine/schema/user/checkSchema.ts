import { assertNever, isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { compilePattern } from './checkText.ts';
import { compileSchema, findPart } from './compileSchema.ts';
import { findEndless } from './findEndless.ts';
import { pointerTo } from './fitValue.ts';
import { KEYWORDS, type KeywordShape, SCHEMA_LIMITS, TYPES } from './keywords.ts';

/** One thing wrong with a schema a user wrote. `path` is a JSON Pointer into the schema. */
export interface SchemaFault {
  readonly path: string;
  readonly message: string;
  /** `invalid`: it is no schema. `suspicious`: it is one, but constrains nothing its author meant. */
  readonly kind: 'invalid' | 'suspicious';
}

/** Everything wrong with a schema, in the order of its text; empty for a good one. At most 50 faults. */
export function checkSchema(schema: Json): readonly SchemaFault[] {
  const check = new SchemaCheck();
  check.schema(schema, '', 0);
  if (check.faults.length === 0) check.references(schema);
  return check.faults.slice(0, 50);
}

class SchemaCheck {
  readonly faults: SchemaFault[] = [];
  #nodes = 0;
  readonly #referenced: { readonly path: string; readonly text: string }[] = [];

  schema(schema: Json, path: string, depth: number): void {
    if (typeof schema === 'boolean') return;
    if (!isJsonObject(schema)) return this.#invalid(path, 'A schema is a map of keywords, such as `type: string`.');
    if (depth > SCHEMA_LIMITS.depth)
      return this.#invalid(path, `A schema may nest ${SCHEMA_LIMITS.depth} levels deep.`);
    this.#nodes++;
    if (this.#nodes === SCHEMA_LIMITS.nodes) this.#invalid(path, `A schema may have ${SCHEMA_LIMITS.nodes} parts.`);
    if (this.#nodes >= SCHEMA_LIMITS.nodes) return;
    this.#words(schema, path);
    for (const [key, value] of Object.entries(schema)) {
      const shape = KEYWORDS.get(key);
      if (shape !== undefined) this.#keyword(shape, value, pointerTo(path, key), depth);
    }
  }

  /** Every `$ref` must lead to a schema in this one. */
  references(schema: Json): void {
    if (this.#referenced.length === 0 || !isJsonObject(schema)) return;
    try {
      const unresolved = findUnresolved(schema);
      for (const { path, text } of this.#referenced) {
        if (!unresolved.has(text)) continue;
        this.#invalid(path, `There is nothing at "${text}" in this schema. Schemas from elsewhere are not loaded.`);
      }
      const endless = this.faults.length > 0 ? null : findEndless(compileSchema(schema));
      if (endless !== null) this.#invalid(endless.path, ENDLESS[endless.reason]);
    } catch (error) {
      this.#invalid(
        '',
        `The references in this schema cannot be resolved: ${error instanceof Error ? error.message : ''}`,
      );
    }
  }

  #words(schema: JsonObject, path: string): void {
    const keys = Object.keys(schema);
    const strange = keys.filter((key) => !KEYWORDS.has(key) && !/^(?:\$|x-)/.test(key));
    if (strange.length === 0 || strange.length < keys.length) return;
    const message = `"${strange[0]}" is no keyword of JSON Schema, so this accepts anything. Put fields under "properties".`;
    this.faults.push({ path: pointerTo(path, strange[0] ?? ''), message, kind: 'suspicious' });
  }

  #keyword(shape: KeywordShape, value: Json, path: string, depth: number): void {
    switch (shape) {
      case 'any':
        return;
      case 'text':
        return this.#expect(typeof value === 'string', path, 'text');
      case 'boolean':
        return this.#expect(typeof value === 'boolean', path, 'true or false');
      case 'number':
        return this.#expect(typeof value === 'number' && Number.isFinite(value), path, 'a number');
      case 'count':
        return this.#expect(
          typeof value === 'number' && Number.isInteger(value) && value >= 0,
          path,
          'a whole number from 0',
        );
      case 'list':
        return this.#expect(Array.isArray(value), path, 'a list');
      case 'names':
        return this.#expect(isNames(value), path, 'a list of property names');
      case 'namesByName':
        return this.#expect(
          isJsonObject(value) && Object.values(value).every(isNames),
          path,
          'a map of lists of property names',
        );
      case 'types':
        return this.#types(value, path);
      case 'pattern':
        return this.#pattern(value, path);
      case 'reference':
        if (typeof value === 'string') this.#referenced.push({ path, text: value });
        return this.#expect(typeof value === 'string', path, 'text');
      case 'schema':
        return this.schema(value, path, depth + 1);
      case 'schemaOrSchemas':
        return Array.isArray(value) ? this.#list(value, path, depth) : this.schema(value, path, depth + 1);
      case 'schemas':
        return Array.isArray(value) ? this.#list(value, path, depth) : this.#expect(false, path, 'a list of schemas');
      case 'schemasByName':
      case 'schemasByPattern':
      case 'dependencies':
        return this.#map(shape, value, path, depth);
      default:
        return assertNever(shape);
    }
  }

  #list(schemas: readonly Json[], path: string, depth: number): void {
    for (const [index, schema] of schemas.entries()) this.schema(schema, pointerTo(path, index), depth + 1);
  }

  #map(shape: KeywordShape, value: Json, path: string, depth: number): void {
    if (!isJsonObject(value)) return this.#expect(false, path, 'a map of schemas');
    for (const [key, schema] of Object.entries(value)) {
      const place = pointerTo(path, key);
      if (shape === 'schemasByPattern') this.#pattern(key, place);
      if (shape === 'dependencies' && isNames(schema)) continue;
      this.schema(schema, place, depth + 1);
    }
  }

  #types(value: Json, path: string): void {
    const types = Array.isArray(value) ? value : [value];
    const wrong = types.find((type) => !TYPES.some((known) => known === type));
    if (wrong === undefined) return;
    this.#invalid(path, `${JSON.stringify(wrong)} is not a type of JSON Schema. The types are ${TYPES.join(', ')}.`);
  }

  #pattern(value: Json, path: string): void {
    if (typeof value !== 'string') return this.#expect(false, path, 'a regular expression');
    if (compilePattern(value) !== null) return;
    this.#invalid(
      path,
      'This is no regular expression that can run here. Look-around and back-references are not supported.',
    );
  }

  #expect(holds: boolean, path: string, what: string): void {
    if (!holds) this.#invalid(path, `"${path.slice(path.lastIndexOf('/') + 1)}" in a schema is ${what}.`);
  }

  #invalid(path: string, message: string): void {
    this.faults.push({ path, message, kind: 'invalid' });
  }
}

const ENDLESS = {
  loop: 'This schema refers to itself for the same value, so checking would never end. Refer to it under "properties" or "items".',
  steps: `Followed one from another, its alternatives take more than ${SCHEMA_LIMITS.steps} steps for one value: nothing can be checked against it. Use fewer, or tell them apart by their properties.`,
  depth: `More than ${SCHEMA_LIMITS.checkDepth} schemas follow one from another for the same value: nothing can be checked against it. Shorten the chain of references.`,
} as const;

function isNames(value: Json): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** References, as they are written, that lead nowhere. Throws where the addresses in a schema cannot be read. */
function findUnresolved(schema: Json): ReadonlySet<string> {
  const compiled = compileSchema(schema);
  const unresolved = new Set<string>();
  for (const part of Object.values(compiled.parts)) {
    const reference = typeof part === 'object' ? part['$ref'] : undefined;
    if (typeof part !== 'object' || typeof reference !== 'string') continue;
    if (findPart(compiled, part) === undefined) unresolved.add(reference);
  }
  return unresolved;
}
