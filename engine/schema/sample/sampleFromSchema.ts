import { equalJson, isJsonObject, type Json, type JsonObject, jsonObject, ownValue } from '../../base/index.ts';
import { findLocal } from '../user/fitValue.ts';
import { validateJson } from '../user/validateJson.ts';
import { Random, sampleNumber, samplePattern } from './samplePattern.ts';
import { fitLength, type Persona, pickPersona, sampleText } from './sampleText.ts';

const DEEPEST = 6;

/** Here even what a schema requires ends: it requires itself. */
const TOO_DEEP = 64;

const TRIES = 8;

/** How many schemas are followed, and how many names of properties read, for one value. */
const MOST_PARTS = 20_000;

/**
 * Makes up a value that satisfies a JSON Schema: the same for the same schema and seed, and believable by the names of
 * its properties (a `summary` reads like one, an `email` belongs to the `name` next to it). Where a schema asks for more
 * than can be made up, the value comes as near as it can.
 */
export function sampleFromSchema(schema: Json, seed: number): Json {
  let value: Json = null;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const random = new Random(seed + attempt * 7_919);
    value = new Sampler(schema, random).make(schema, { name: '', owner: '', persona: pickPersona(random), depth: 0 });
    const { errors } = validateJson(schema, value);
    // What is too much to check is no better at the next try.
    if (errors.every(({ keyword }) => keyword === 'limit')) return value;
  }
  return value;
}

interface SamplePlace {
  readonly name: string;
  readonly owner: string;
  readonly persona: Persona;
  readonly depth: number;
}

class Sampler {
  readonly #root: Json;
  readonly #random: Random;
  #made = 0;
  #parts = 0;

  constructor(root: Json, random: Random) {
    this.#root = root;
    this.#random = random;
  }

  make(schema: Json | undefined, place: SamplePlace): Json {
    const flat = this.#flatten(schema, 0);
    if (ownValue(flat, 'const') !== undefined) return ownValue(flat, 'const') ?? null;
    const choices = [listOf(flat, 'enum'), listOf(flat, 'examples')].find((list) => list.length > 0);
    if (choices !== undefined) return this.#random.pick(choices);
    if (++this.#made > 2_000 || place.depth > TOO_DEEP) return null;
    switch (this.#typeOf(flat)) {
      case 'object':
        return this.#object(flat, place);
      case 'array':
        return this.#list(flat, place);
      case 'number':
        return this.#number(flat, place, false);
      case 'integer':
        return this.#number(flat, place, true);
      case 'boolean':
        return this.#random.next() < 0.5;
      case 'null':
        return null;
      default:
        return this.#text(flat, place);
    }
  }

  /** One map of keywords: references followed, `allOf` joined, one alternative taken. */
  #flatten(schema: Json | undefined, depth: number): JsonObject {
    if (!isJsonObject(schema) || depth > 16 || ++this.#parts > MOST_PARTS) return {};
    const ref = ownValue(schema, '$ref');
    const parts: JsonObject[] = [];
    if (typeof ref === 'string') parts.push(this.#flatten(findLocal(this.#root, ref), depth + 1));
    for (const part of listOf(schema, 'allOf')) parts.push(this.#flatten(part, depth + 1));
    for (const key of ['anyOf', 'oneOf']) {
      const options = listOf(schema, key).filter(
        (option) => !isJsonObject(option) || ownValue(option, 'type') !== 'null',
      );
      if (options.length > 0) parts.push(this.#flatten(this.#random.pick(options), depth + 1));
    }
    return parts.length === 0 ? schema : [...parts, schema].reduce(join);
  }

  #typeOf(schema: JsonObject): string {
    const type = ownValue(schema, 'type');
    const types = Array.isArray(type) ? type.filter((name) => name !== 'null') : [type];
    const named = types[0] ?? (Array.isArray(type) ? 'null' : undefined);
    if (typeof named === 'string') return named;
    const has = (...keys: readonly string[]): boolean => keys.some((key) => ownValue(schema, key) !== undefined);
    if (has('properties', 'additionalProperties', 'required', 'minProperties')) return 'object';
    if (has('items', 'prefixItems', 'minItems', 'contains')) return 'array';
    if (has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')) return 'number';
    return 'string';
  }

  #object(schema: JsonObject, place: SamplePlace): Json {
    const properties = ownValue(schema, 'properties');
    const known = isJsonObject(properties) ? properties : {};
    const required = listOf(schema, 'required').filter((key) => typeof key === 'string');
    const persona = place.depth === 0 ? place.persona : pickPersona(this.#random);
    const inside = (key: string): SamplePlace => ({
      name: toSnake(key),
      owner: isPlain(place.name) ? place.owner : place.name,
      persona,
      depth: place.depth + 1,
    });
    this.#parts += Object.keys(known).length + required.length;
    const keys = place.depth < DEEPEST ? [...Object.keys(known), ...required] : required;
    const entries = [...new Set(keys)].map((key) => [key, this.make(ownValue(known, key), inside(key))] as const);
    const more = ownValue(schema, 'additionalProperties');
    if (entries.length > 0 || !isJsonObject(more) || place.depth >= DEEPEST) return jsonObject(entries);
    return jsonObject(['first', 'second'].map((key) => [key, this.make(more, { ...inside(key), name: place.name })]));
  }

  #list(schema: JsonObject, place: SamplePlace): Json {
    const prefix = listOf(schema, 'prefixItems').map((item) => this.make(item, place));
    const items = ownValue(schema, 'items');
    const least = countOf(schema, 'minItems') ?? 0;
    const most = countOf(schema, 'maxItems') ?? Math.max(least, prefix.length > 0 ? prefix.length : 3);
    if (items === false || place.depth >= DEEPEST) return prefix;
    const wanted = Math.min(most, Math.max(least, prefix.length, Math.min(2 + this.#random.integer(0, 1), most)), 50);
    const list = [...prefix];
    const element = items ?? ownValue(schema, 'contains');
    const inside = { ...place, owner: place.name, name: toSingular(place.name), depth: place.depth + 1 };
    for (let tries = 0; list.length < wanted && tries < wanted * 10; tries++) {
      const item = this.make(element, { ...inside, persona: pickPersona(this.#random) });
      // A list that repeats itself is not believable; it is better than one that is too short.
      if (tries > wanted * 5 || !list.some((other) => equalJson(other, item))) list.push(item);
    }
    return list;
  }

  #number(schema: JsonObject, place: SamplePlace, isInteger: boolean): number {
    const bound = (key: string): number | null => {
      const value = ownValue(schema, key);
      return typeof value === 'number' ? value : null;
    };
    return sampleNumber(
      this.#random,
      place.name,
      {
        minimum: bound('minimum'),
        maximum: bound('maximum'),
        exclusiveMinimum: bound('exclusiveMinimum'),
        exclusiveMaximum: bound('exclusiveMaximum'),
        multipleOf: bound('multipleOf'),
      },
      isInteger,
    );
  }

  #text(schema: JsonObject, place: SamplePlace): string {
    const pattern = ownValue(schema, 'pattern');
    const matching = typeof pattern === 'string' ? samplePattern(this.#random, pattern) : null;
    if (matching !== null) return matching;
    const format = ownValue(schema, 'format');
    const made = sampleText(this.#random, place, typeof format === 'string' ? format : null);
    return fitLength(
      this.#random,
      made,
      Math.min(countOf(schema, 'minLength') ?? 0, 10_000),
      countOf(schema, 'maxLength') ?? Infinity,
    );
  }
}

/** Two schemas that both hold, as far as samples need it: properties and required keys of both, else the later one's. */
function join(first: JsonObject, second: JsonObject): JsonObject {
  const both = (key: string): Json | undefined => {
    const [a, b] = [ownValue(first, key), ownValue(second, key)];
    if (isJsonObject(a) && isJsonObject(b)) return { ...a, ...b };
    return Array.isArray(a) && Array.isArray(b) ? [...a, ...b] : (b ?? a);
  };
  const joined = { ...first, ...second };
  const [properties, required] = [both('properties'), both('required')];
  return {
    ...joined,
    ...(properties === undefined ? {} : { properties }),
    ...(required === undefined ? {} : { required }),
  };
}

function listOf(schema: JsonObject, key: string): readonly Json[] {
  const value = ownValue(schema, key);
  return Array.isArray(value) ? value : [];
}

function countOf(schema: JsonObject, key: string): number | null {
  const value = ownValue(schema, key);
  return typeof value === 'number' && value >= 0 ? value : null;
}

function isPlain(name: string): boolean {
  return name === '' || name === 'data' || name === 'result' || name === 'output';
}

function toSnake(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

function toSingular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}
