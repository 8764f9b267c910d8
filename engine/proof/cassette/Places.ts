import type { RunEvent } from '../../run/index.ts';

/** Ids of calls and timers end with activation, attempt and name. */
const ID = /\/(\d+)\/(\d+)\/([^/]*)$/;

/**
 * Names the places of a run by its tasks, containers, items, rounds and attempts, which stay what they are where the text around them
 * changes: `each[2]/review#2:1.1` is the first call of the first attempt of the second round of `review` for the third item.
 */
export class Places {
  readonly #nameOf: (taskId: string) => string;
  readonly #places = new Map<number, string>();
  readonly #activations = new Map<string, number>();
  readonly #rounds = new Map<string, number>();

  /** @param nameOf what a task is called in places, where it has another id now */
  constructor(nameOf: (taskId: string) => string = (taskId) => taskId) {
    this.#nameOf = nameOf;
  }

  take(events: readonly RunEvent[]): void {
    for (const event of events) {
      if (event.type !== 'task.started' && event.type !== 'task.queued') continue;
      const { activation, parent, operation, taskId } = event;
      if (this.#places.has(activation)) continue;
      const around = parent === null ? '' : (this.#places.get(parent) ?? '?');
      const part = operation?.kind === 'item' || operation?.kind === 'hook' ? `[${operation.index}]` : '';
      const kind = operation?.kind === 'hook' ? '!' : '';
      const spot = `${around}${part}${parent === null ? '' : '/'}${kind}${this.#nameOf(taskId)}`;
      const round = (this.#rounds.get(spot) ?? 0) + 1;
      this.#rounds.set(spot, round);
      const place = round === 1 ? spot : `${spot}#${round}`;
      this.#places.set(activation, place);
      this.#activations.set(place, activation);
    }
  }

  /** The place of a call or a timer, by its key or id. */
  placeOf(id: string): string {
    const [, activation = '', attempt = '', name = ''] = ID.exec(id) ?? [];
    return `${this.#places.get(Number(activation)) ?? '?'}:${attempt}.${name}`;
  }

  /** The place of a run of a task; undefined where it has not begun. */
  placeOfActivation(activation: number): string | undefined {
    return this.#places.get(activation);
  }

  /** The run of a task at a place. */
  activationAt(place: string): number | undefined {
    return this.#activations.get(place);
  }
}
