import type { StepPair } from './compareRuns.ts';
import type { ActivationView } from './RunView.ts';

/** Two runs that the same call of an activation in two runs has started. */
export interface ChildPair {
  /** Ids of the runs; the same where the newer one took over what the older one had. */
  readonly older: string;
  readonly newer: string;
  /** Path of the newer one's workflow. */
  readonly file: string;
  /** From 1. */
  readonly attempt: number;
  /** The item that the task itself made the call for, from 0; null where it made it for none. */
  readonly item: number | null;
}

/** The runs inside of two matched activations, matched by attempt, item and number of the call, in the newer one's order. */
export function pairChildren({ older, newer }: Pick<StepPair, 'older' | 'newer'>): readonly ChildPair[] {
  const before = childrenOf(older);
  return [...childrenOf(newer)].flatMap(([place, { runId, file }]): readonly ChildPair[] => {
    const match = before.get(place);
    const [attempt = '', call = ''] = place.split('/');
    const [, item] = /^\w+-(\d+)\./.exec(call) ?? [];
    if (match === undefined) return [];
    return [
      {
        older: match.runId,
        newer: runId,
        file,
        attempt: Number(attempt),
        item: item === undefined ? null : Number(item),
      },
    ];
  });
}

/** By the end of the key, `attempt/step`: all before it differs from run to run. */
function childrenOf(step: ActivationView | null) {
  return new Map(
    (step?.effects ?? []).flatMap(({ key, child }) =>
      child === undefined ? [] : [[key.split('/').slice(-2).join('/'), child] as const],
    ),
  );
}
