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

/** What is to be called when a run has new events. It measures now and then: a run may outgrow its rule a little. */
export function watchSize({ measure, rule, onExcess, countRefusal }: SizeWatchParts): () => void {
  let [looks, isCounted] = [0, false];
  return () => {
    looks += 1;
    if (looks % EVERY !== 1) return;
    const found = rule();
    if (found?.size == null) return;
    const size = measure();
    if (size <= found.size) return;
    // Calls in progress end first, and record more.
    if (!isCounted) countRefusal({ rule: 'limits.size', name: found.workflow });
    isCounted = true;
    onExcess(describe(size, found.size, found.workflow));
  };
}

function describe(size: number, most: number, workflow: string): string {
  return `It takes up ${inMegabytes(size)} on the disk; the limit for “${workflow}” is ${inMegabytes(most)}. To continue it, raise size under limits in signalbox.serve.yaml and resume it. Or cancel it.`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
