import type { LimitRule } from '../../serveConfig/index.ts';
import type { CountRefusal } from '../RefusedBy.ts';

/** After how many batches of events a run is measured again. */
const EVERY = 32;

interface SizeWatchParts {
  /** Bytes of all that is kept of the run, with the runs that it started. */
  readonly measure: () => number;
  /** The rule for its workflow as it is now; null: there is none. */
  readonly rule: () => LimitRule | null;
  /** Told once it is larger than it may be, with what to do in words for a person. */
  readonly onExcess: (reason: string) => void;
  readonly countRefusal: CountRefusal;
}

/** Watches how large a run grows. It is measured now and then, so it may become somewhat larger than its rule says. */
export class SizeWatch {
  readonly #parts: SizeWatchParts;
  #looks = 0;
  #isCounted = false;

  constructor(parts: SizeWatchParts) {
    this.#parts = parts;
  }

  /** The run has new events. */
  look(): void {
    this.#looks += 1;
    if (this.#looks % EVERY !== 1) return;
    const rule = this.#parts.rule();
    if (rule?.size == null) return;
    const size = this.#parts.measure();
    if (size <= rule.size) return;
    // Calls in progress end first, and record more.
    if (!this.#isCounted) this.#parts.countRefusal({ rule: 'limits.size', name: rule.workflow });
    this.#isCounted = true;
    this.#parts.onExcess(describe(size, rule.size, rule.workflow));
  }
}

function describe(size: number, most: number, workflow: string): string {
  return `It takes up ${inMegabytes(size)} on the disk; the limit for “${workflow}” is ${inMegabytes(most)}. To continue it, raise size under limits in signalbox.serve.yaml and resume it. Or cancel it.`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
