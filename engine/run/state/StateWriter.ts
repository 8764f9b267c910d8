import { type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import type { Level } from '../program/Program.ts';
import { TaskProgram } from '../program/TaskProgram.ts';
import { CONTAINERS, type ContainerClass, type Fields, RECORDS, type RecordClass } from './stateClasses.ts';

/** Texts from this length on are stored once, however often they occur. */
const LONG_TEXT = 200;

/** How an object of the state is stored. */
type Kind =
  /** `usual`: an instance whose fields are not stored where they are the same. */
  | { readonly name: string; readonly record: RecordClass; readonly usual: Fields }
  | { readonly name: string; readonly container: ContainerClass }
  | { readonly name: 'array' | 'object' };

const KINDS: ReadonlyMap<unknown, Kind> = new Map<unknown, Kind>([
  ...Object.entries(RECORDS).map(
    ([name, record]) => [record.type.prototype, { name, record, usual: { ...record.create() } }] as const,
  ),
  ...Object.entries(CONTAINERS).map(([name, container]) => [container.type.prototype, { name, container }] as const),
  [Array.prototype, { name: 'array' }],
  [Object.prototype, { name: 'object' }],
  [null, { name: 'object' }],
]);

/**
 * Writes a graph of state as JSON. What occurs more than once, and each instance of a class, is a row of `objects` and
 * is referred to as `{"$": row}`, so that identity survives and no graph is too deep. Tasks and levels of the program are
 * referred to by their place in it.
 */
export class StateWriter {
  readonly objects: Json[] = [];
  readonly #levels: ReadonlySet<unknown>;
  readonly #numbers = new Map<unknown, number>();
  /** Lists and maps that occur more than once. */
  readonly #shared = new Set<object>();
  readonly #queue: object[] = [];

  /** `levels`: those of the program. */
  constructor(levels: Iterable<Level>) {
    this.#levels = new Set(levels);
  }

  /** The fields of an object, and everything they lead to. */
  write(root: object): JsonObject {
    this.#findShared(root);
    const fields = this.#writeFields(root);
    // Writing a row may add others.
    for (const next of this.#queue) this.#writeRow(next);
    return fields;
  }

  #findShared(root: object): void {
    const seen = new Set<object>();
    const open: unknown[] = Object.values(root);
    while (open.length > 0) {
      const value = open.pop();
      if (typeof value !== 'object' || value === null) continue;
      if (value instanceof TaskProgram || this.#isLevel(value)) continue;
      if (seen.has(value)) this.#shared.add(value);
      else {
        seen.add(value);
        for (const inner of partsOf(value)) open.push(inner);
      }
    }
  }

  #isLevel(value: object): value is Level {
    return this.#levels.has(value);
  }

  #encode(value: unknown): Json {
    switch (typeof value) {
      case 'number':
        return encodeNumber(value);
      case 'string':
        return value.length < LONG_TEXT ? value : this.#refer(value);
      case 'boolean':
        return value;
      case 'undefined':
        return { $: 'undefined' };
      case 'object':
        return value === null ? null : this.#encodeObject(value);
      default:
        throw new TypeError(`A ${typeof value} is in the state of a run.`);
    }
  }

  #encodeObject(value: object): Json {
    if (value instanceof TaskProgram) return { $: ['task', value.level, value.position] };
    if (this.#isLevel(value)) return { $: ['level', value.place] };
    const kind = kindOf(value);
    if ('record' in kind && kind.record.isBlank?.(value) === true) return null;
    if ('record' in kind || 'container' in kind || this.#shared.has(value)) return this.#refer(value);
    return this.#writeInline(value);
  }

  #writeInline(value: object): Json {
    if (Array.isArray(value)) return value.map((item) => this.#encode(item));
    // A reference must differ from the user's objects.
    return Object.hasOwn(value, '$')
      ? { $: { entries: Object.entries(this.#writeFields(value)) } }
      : this.#writeFields(value);
  }

  #writeFields(object: object, keys: readonly string[] = Object.keys(object)): JsonObject {
    const fields = object as Fields;
    // By assignment this key would set the prototype.
    if (keys.includes('__proto__')) return jsonObject(keys.map((key) => [key, this.#encode(fields[key])]));
    const written: Record<string, Json> = {};
    for (const key of keys) written[key] = this.#encode(fields[key]);
    return written;
  }

  /** A reference to a row, which is written later. */
  #refer(value: object | string): Json {
    const known = this.#numbers.get(value);
    if (known !== undefined) return { $: known };
    const number = this.objects.length;
    this.#numbers.set(value, number);
    this.objects.push(typeof value === 'string' ? ['text', value] : null);
    if (typeof value === 'object') this.#queue.push(value);
    return { $: number };
  }

  #writeRow(value: object): void {
    const kind = kindOf(value);
    const number = this.#numbers.get(value) ?? 0;
    if ('record' in kind) this.objects[number] = [kind.name, this.#writeFields(value, storedKeys(kind, value))];
    else if ('container' in kind)
      this.objects[number] = [kind.name, kind.container.list(value).map((item) => this.#encode(item))];
    else this.objects[number] = [kind.name, this.#writeInline(value)];
  }
}

function kindOf(value: object): Kind {
  const kind = KINDS.get(Object.getPrototypeOf(value));
  if (kind === undefined) throw new TypeError(`A ${value.constructor.name} is in the state of a run.`);
  return kind;
}

/** What an object leads to. */
function partsOf(value: object): readonly unknown[] {
  const kind = kindOf(value);
  if ('record' in kind) return storedKeys(kind, value).map((key) => (value as Fields)[key]);
  return 'container' in kind ? kind.container.list(value) : Object.values(value);
}

/** The fields that are not as most instances have them. */
function storedKeys({ record, usual }: Extract<Kind, { readonly record: RecordClass }>, instance: object): string[] {
  if (record.isBlank?.(instance) === true) return [];
  const omitted = record.omit?.(instance) ?? [];
  const fields = instance as Fields;
  return Object.keys(instance).filter((key) => fields[key] !== usual[key] && !omitted.includes(key));
}

/** JSON cannot express some numbers. */
function encodeNumber(value: number): Json {
  return Number.isFinite(value) && !Object.is(value, -0) ? value : { $: Object.is(value, -0) ? '-0' : String(value) };
}
