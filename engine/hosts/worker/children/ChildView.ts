import type { Json } from '../../../base/index.ts';
import { EMPTY_VIEW, foldRun, forgetEnded, type RunEvent, type RunView } from '../../../run/index.ts';
import { writeView } from '../../storedView.ts';

/** The view of a child run, which its parent needs for the outcome of the call. It holds the last activation of each task. */
export class ChildView {
  #view: RunView;

  constructor(known: RunView | null, events: readonly RunEvent[]) {
    this.#view = forgetEnded(foldRun(known ?? EMPTY_VIEW, events));
  }

  get current(): RunView {
    return this.#view;
  }

  add(events: readonly RunEvent[]): void {
    this.#view = forgetEnded(foldRun(this.#view, events));
  }

  /** For a checkpoint. */
  toJson(): Json {
    return writeView(this.#view);
  }
}
