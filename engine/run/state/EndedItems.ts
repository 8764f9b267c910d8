import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { errorToJson } from '../contract/errors.ts';
import type { TaskStatus } from '../trace/RunEvent.ts';

/** One entry of `tasks.<id>.items`. */
export interface ItemState extends JsonObject {
  readonly output: Json;
}

/** How an item ended, as its slot has it. */
interface EndedItem {
  readonly status: TaskStatus;
  readonly output: Json;
  readonly error: RunError | null;
  /** ms; null: it has none. */
  readonly duration: number | null;
}

/** What a closed collection adds to `tasks.<id>`. */
export interface CollectionExtras {
  readonly items: EndedItems | readonly ItemState[];
  readonly failed: number;
}

/** How the first items of a collection ended, in order. Column by column: there may be 10,000, and mostly nothing reads them. */
export class EndedItems {
  readonly outputs: Json[] = [];
  private readonly durations: (number | null)[] = [];
  /** Of those that did not succeed, by their index. */
  private readonly others = new Map<number, ItemState>();

  /** How many there are. */
  get count(): number {
    return this.outputs.length;
  }

  /** The message of the first that failed; null where none did. */
  get firstMessage(): string | null {
    for (const { error } of this.others.values())
      if (isJsonObject(error) && typeof error['message'] === 'string') return error['message'];
    return null;
  }

  /** The next one. */
  add(slot: EndedItem): void {
    if (slot.status !== 'success') this.others.set(this.count, toItemState(slot));
    this.outputs.push(slot.output);
    this.durations.push(slot.duration);
  }

  /** Undefined for one that is not among them. */
  stateOf(index: number): ItemState | undefined {
    if (index >= this.count) return undefined;
    const [output = null, duration = null] = [this.outputs[index], this.durations[index]];
    return this.others.get(index) ?? { status: 'success', output, error: null, duration };
  }

  /** The states of all, in order. */
  states(): readonly ItemState[] {
    return this.outputs.map((output, index) => this.stateOf(index) ?? { output });
  }
}

/** An item as `tasks.<id>.items` has it; undefined: it never began. */
export function toItemState(slot: EndedItem | undefined): ItemState {
  if (slot === undefined) return { status: 'skipped', output: null, error: null, duration: null };
  return {
    status: slot.status === 'pending' ? 'skipped' : slot.status,
    output: slot.output,
    error: errorToJson(slot.error),
    duration: slot.duration,
  };
}

/** What a collection adds to `tasks.<id>`, as expressions read it. */
export function readExtras({ items, failed }: CollectionExtras): JsonObject {
  return { items: items instanceof EndedItems ? items.states() : items, failed_count: failed };
}
