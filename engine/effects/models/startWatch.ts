import type { ModelContext } from './ModelProvider.ts';

/** Ends a call whose provider has fallen silent. */
export interface Watch {
  /** Aborts with the call, or once the provider was silent for too long. */
  readonly signal: AbortSignal;
  /** The provider has sent something. */
  readonly renew: () => void;
  readonly isTimedOut: () => boolean;
  /** The call has ended. */
  readonly stop: () => void;
}

/** Events this soon after the last counted one are throttled, in ms: streams bring them by the thousand. */
const MOST_THROTTLE = 50;

/** Watches a call: `limit` ms of silence abort it, to within a twentieth of them or 50 ms, whichever is less. */
export function startWatch({ signal, delay }: Pick<ModelContext, 'signal' | 'delay'>, limit: number): Watch {
  const silence = new AbortController();
  const throttle = Math.min(MOST_THROTTLE, limit / 20);
  let round = new AbortController();
  let renewedAt = Number.NEGATIVE_INFINITY;
  const renew = (): void => {
    const at = performance.now();
    if (at - renewedAt < throttle) return;
    renewedAt = at;
    round.abort();
    const now = new AbortController();
    round = now;
    void delay(limit, AbortSignal.any([now.signal, signal])).then(() => {
      if (!now.signal.aborted && !signal.aborted) silence.abort();
    });
  };
  renew();
  return {
    signal: AbortSignal.any([signal, silence.signal]),
    renew,
    isTimedOut: () => silence.signal.aborted,
    stop: () => round.abort(),
  };
}
