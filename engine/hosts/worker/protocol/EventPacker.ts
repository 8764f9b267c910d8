import { isJsonObject, type Json } from '../../../base/index.ts';
import type { RunEvent } from '../../../run/index.ts';
import type { EventBatch, EventPacket } from './EventBatch.ts';

/** Events as columns. Values of more than 8 KiB are in `large`, each sent once, and null in the columns. */
export interface PackedEvents {
  /** The index of the shape of each event, in order. */
  readonly order: readonly number[];
  readonly shapes: readonly EventColumns[];
  /** Large values that were not sent before; each may refer to those before it. */
  readonly large: readonly LargeValue[];
  /** The positions of large values in the columns. */
  readonly places: readonly {
    readonly id: number;
    readonly shape: number;
    readonly column: number;
    readonly row: number;
  }[];
}

/** Events with the same fields. */
export interface EventColumns {
  readonly keys: readonly string[];
  /** One column per key, one value per event; a single value where all events have the same. */
  readonly columns: readonly Json[][];
}

/** A large value; `places` are the positions of other large values in it. Ids of a run count from 0. */
export interface LargeValue {
  readonly id: number;
  readonly value: Json;
  readonly places: readonly { readonly id: number; readonly key: string | number }[];
}

/** How many large values of a run both sides cache between packets: the newest. */
export const REMEMBERED = 256;

/** Smallest size of a large value, in characters. */
const LARGE = 8 * 1024;

/** Packs the events of all runs for one listener, which must unpack all packets of a run in order. */
export class EventPacker {
  readonly #sent = new Map<string, LargeValues>();

  pack({ runId, events, ...rest }: EventBatch): EventPacket {
    if (events.length === 0) return { runId, ...rest, text: null };
    const values = this.#sent.get(runId) ?? new LargeValues();
    if (events.at(-1)?.type === 'run.finished') this.#sent.delete(runId);
    else this.#sent.set(runId, values);
    return { runId, ...rest, text: JSON.stringify(packEvents(events, values)) };
  }
}

interface Gathered {
  readonly index: number;
  readonly keys: readonly string[];
  readonly columns: readonly Json[][];
  /** Columns that contain large values. */
  readonly withLarge: Set<number>;
}

function packEvents(events: readonly RunEvent[], values: LargeValues): PackedEvents {
  const shapes = new Shapes();
  const order: number[] = [];
  const places: PackedEvents['places'][number][] = [];
  for (const event of events) {
    // Events are plain data: fields they do not have are absent.
    const record = event as unknown as Readonly<Record<string, Json>>;
    const { index, keys, columns, withLarge } = shapes.of(event.type, record);
    order.push(index);
    for (let at = 0; at < keys.length; at += 1) {
      const column = columns[at] ?? [];
      const value = record[keys[at] ?? ''] ?? null;
      const id = isSimple(value) ? null : values.idOf(value);
      if (id !== null) {
        places.push({ id, shape: index, column: at, row: column.length });
        withLarge.add(at);
      }
      column.push(id === null ? value : null);
    }
  }
  return { order, shapes: shapes.all(), large: values.takeNew(), places };
}

class Shapes {
  readonly #all: Gathered[] = [];
  readonly #byType = new Map<string, Gathered[]>();

  of(type: string, record: Readonly<Record<string, Json>>): Gathered {
    const known = this.#byType.get(type) ?? [];
    for (const shape of known) if (fits(record, shape.keys)) return shape;
    const keys = Object.keys(record);
    const shape = { index: this.#all.length, keys, columns: keys.map(() => []), withLarge: new Set<number>() };
    this.#all.push(shape);
    this.#byType.set(type, [...known, shape]);
    return shape;
  }

  all(): readonly EventColumns[] {
    return this.#all.map(({ keys, columns, withLarge }) => ({
      keys,
      columns: columns.map((column, at) => (withLarge.has(at) ? column : fold(column))),
    }));
  }
}

function fits(record: Readonly<Record<string, Json>>, keys: readonly string[]): boolean {
  let at = 0;
  for (const key in record) if (keys[at++] !== key) return false;
  return at === keys.length;
}

/** A column of equal simple values becomes a column of one. */
function fold(column: Json[]): Json[] {
  const [first = null] = column;
  return isSimple(first) && column.every((value) => value === first) ? [first] : column;
}

function isSimple(value: Json): boolean {
  return typeof value === 'string' ? value.length < LARGE : typeof value !== 'object' || value === null;
}

/** The cache of large values of one run: objects by identity, texts by value. */
class LargeValues {
  readonly #ids = new Map<object | string, number>();
  #next = 0;
  #new: LargeValue[] = [];

  /** The id of a large value; null for a small one. */
  idOf(value: Json): number | null {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return null;
    const known = this.#ids.get(value);
    if (known === undefined && measure(value, LARGE) > 0) return null;
    return known ?? this.#add(value);
  }

  /** Values that were not sent before; each refers only to those before it. */
  takeNew(): readonly LargeValue[] {
    const added = this.#new;
    this.#new = [];
    return added;
  }

  #add(value: (object & Json) | string): number {
    const places: LargeValue['places'][number][] = [];
    const take = (part: Json, key: string | number): Json => {
      const id = this.idOf(part);
      if (id !== null) places.push({ id, key });
      return id === null ? part : null;
    };
    const rest = withParts(value, take);
    const id = this.#next;
    this.#next += 1;
    this.#ids.set(value, id);
    // A map iterates in order of insertion.
    const [oldest] = this.#ids.keys();
    if (oldest !== undefined && this.#ids.size > REMEMBERED) this.#ids.delete(oldest);
    this.#new.push({ id, value: rest, places });
    return id;
  }
}

function withParts(value: Json, take: (part: Json, key: string | number) => Json): Json {
  if (Array.isArray(value)) return value.map(take);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, take(part, key)] as const));
}

/** About how many characters of a budget are left after a value; stops at 0 or less for a larger one. */
function measure(value: Json, budget: number): number {
  if (typeof value === 'string') return budget - value.length;
  if (typeof value !== 'object' || value === null) return budget - 4;
  let left = budget - 2;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left > 0; at += 1) left = measure(value[at] ?? null, left);
    return left;
  }
  for (const [key, part] of Object.entries(value)) {
    left = measure(part, left - key.length - 3);
    if (left <= 0) return left;
  }
  return left;
}

const EMPTY: EventColumns = { keys: [], columns: [] };

/** Large values of a run by their ids, oldest first. */
type ReceivedValues = Map<number, Json>;

/** Unpacks the packets of one `EventPacker`, in order. A large value in several events becomes one object. */
export class EventUnpacker {
  readonly #values = new Map<string, ReceivedValues>();

  unpack({ runId, text, ...rest }: EventPacket): EventBatch {
    if (text === null) return { runId, ...rest, events: [] };
    const values: ReceivedValues = this.#values.get(runId) ?? new Map();
    const events = unpackEvents(JSON.parse(text), values);
    for (const id of values.keys()) {
      if (values.size <= REMEMBERED) break;
      values.delete(id);
    }
    if (events.at(-1)?.type === 'run.finished') this.#values.delete(runId);
    else if (values.size > 0) this.#values.set(runId, values);
    return { runId, ...rest, events };
  }
}

function unpackEvents({ order, shapes, large, places }: PackedEvents, values: ReceivedValues): readonly RunEvent[] {
  for (const { id, value, places: within } of large) {
    const parts = value as Record<string | number, Json>; // Only arrays and objects have places.
    for (const place of within) parts[place.key] = values.get(place.id) ?? null;
    values.set(id, value);
  }
  for (const { id, shape, column, row } of places) {
    const cells = shapes[shape]?.columns[column];
    if (cells !== undefined) cells[row] = values.get(id) ?? null;
  }
  const rows = shapes.map(() => 0);
  return order.map((index) => {
    const row = rows[index] ?? 0;
    rows[index] = row + 1;
    const record: Record<string, Json> = {};
    const { keys, columns } = shapes[index] ?? EMPTY;
    for (let at = 0; at < keys.length; at += 1) {
      const column = columns[at] ?? [];
      record[keys[at] ?? ''] = column[column.length === 1 ? 0 : row] ?? null;
    }
    return record as unknown as RunEvent; // As it was packed.
  });
}
