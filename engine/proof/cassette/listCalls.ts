import { isJsonObject, type Json } from '../../base/index.ts';
import type { RunError, RunEvent } from '../../run/index.ts';

/** One call of a run as its events tell it: where it was made, what was asked, and what came of it. */
export interface RunCall {
  readonly key: string;
  /** Where in the run it was made: container, item, task, round, attempt, and which call of the attempt (`Places`). */
  readonly place: string;
  readonly taskId: string;
  readonly activation: number;
  readonly kind: 'tool' | 'model' | 'memory';
  /** Of a tool its `use`, or the id of its definition; of a model the agent's id; of a memory its id. */
  readonly name: string;
  /** What was asked, without credentials. */
  readonly request: Json;
  /** Number of the event that asks. */
  readonly seq: number;
  /** What came of it; null: it was given up, or the run ended first. */
  readonly outcome: CallOutcome | null;
}

/** The answer of a call, or the error in place of one. */
export interface CallOutcome {
  readonly response: Json;
  readonly error: RunError | null;
  /** How long it took, in ms. */
  readonly duration: number;
}

/** The calls of a run in the order in which they were made. A request that a person changed is the changed one alone. */
export function listCalls(events: readonly RunEvent[]): readonly RunCall[] {
  const places = new Places();
  const calls = new Map<string, RunCall>();
  for (const event of events) {
    places.take([event]);
    switch (event.type) {
      case 'effect.requested': {
        const { key, taskId, activation, kind, name, request, seq } = event;
        const place = places.placeOf(key);
        calls.set(key, { key, place, taskId, activation, kind, name, request, seq, outcome: null });
        break;
      }
      case 'effect.completed': {
        const call = calls.get(event.key);
        const { response, error, duration } = event;
        if (call !== undefined) calls.set(event.key, { ...call, outcome: { response, error, duration } });
        break;
      }
      case 'message.edited':
        calls.delete(event.key);
        break;
      default:
    }
  }
  return [...calls.values()];
}

/** The input of a tool; the whole request to a model. */
export function sentBy({ kind, request }: RunCall): Json {
  return kind === 'tool' && isJsonObject(request) ? (request['input'] ?? null) : request;
}

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
