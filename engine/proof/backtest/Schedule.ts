import type { RunInput } from '../../run/index.ts';

/** What is to come in a run that is played, and when. */
export interface Due {
  /** ms since the epoch. */
  readonly at: number;
  /** What comes first at one time: as it was recorded; infinite for what was not. */
  readonly order: number;
  /** Key of the call, or id of the timer, that it is for. */
  readonly id: string | null;
  /** `end`: the record ends; `silence`: from here on it is not known what the call answers. */
  readonly what: RunInput | 'end' | 'silence';
}

/** What is still to come in a run that is played, by its virtual time. */
export class Schedule {
  readonly #due: Due[] = [];

  add(due: Due): void {
    // What is added mostly comes soon.
    let at = this.#due.length;
    while (at > 0 && comesAfter(due, this.#due[at - 1])) at -= 1;
    this.#due.splice(at, 0, due);
  }

  /** Takes what comes next; undefined: nothing does. */
  next(): Due | undefined {
    return this.#due.pop();
  }

  /** Takes out all that is for a call or a timer. */
  drop(id: string): void {
    for (let at = this.#due.length - 1; at >= 0; at -= 1) if (this.#due[at]?.id === id) this.#due.splice(at, 1);
  }
}

/** The list begins with what comes last. */
function comesAfter({ at, order }: Due, other: Due | undefined): boolean {
  if (other === undefined) return false;
  return at === other.at ? order >= other.order : at > other.at;
}
