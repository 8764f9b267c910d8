import type { Json } from '../../../base/index.ts';
import type { RunEvent } from '../../../run/index.ts';
import type { EventBatch, EventPacket } from './EventBatch.ts';
import { type EventColumns, type PackedEvents, REMEMBERED } from './EventPacker.ts';

const EMPTY: EventColumns = { keys: [], columns: [] };

/** Large values of a run by their ids, oldest first. */
type LargeValues = Map<number, Json>;

/** Unpacks the packets of one `EventPacker`, in order. A large value in several events becomes one object. */
export class EventUnpacker {
  readonly #values = new Map<string, LargeValues>();

  unpack({ runId, text, ...rest }: EventPacket): EventBatch {
    if (text === null) return { runId, ...rest, events: [] };
    const values: LargeValues = this.#values.get(runId) ?? new Map();
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

function unpackEvents({ order, shapes, large, places }: PackedEvents, values: LargeValues): readonly RunEvent[] {
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
