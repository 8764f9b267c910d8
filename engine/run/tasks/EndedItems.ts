import type { Json } from '../../base/index.ts';
import { type ItemState, toItemState } from './itemEvents.ts';
import type { ItemSlot } from './itemSlot.ts';

/** How the first items of a collection ended, in order. Column by column: there may be 10,000, and mostly nobody asks. */
export class EndedItems {
  readonly outputs: Json[] = [];
  private readonly durations: (number | null)[] = [];
  /** Of those that did not succeed, by their index. */
  private readonly others = new Map<number, ItemState>();

  /** How many there are. */
  get count(): number {
    return this.outputs.length;
  }

  /** The next one. */
  add(slot: ItemSlot): void {
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
}
