import type { ModelContext } from './ModelProvider.ts';

/** Ends a call whose provider has fallen silent. */
export interface Watch {
  /** Aborts with the call, or once nothing came for too long. */
  readonly signal: AbortSignal;
  /** Something came. */
  readonly renew: () => void;
  readonly isOver: () => boolean;
  /** The call has ended. */
  readonly stop: () => void;
}

/** Watches a call: `limit` ms without a sign of life abort it. */
export function startWatch({ signal, delay }: Pick<ModelContext, 'signal' | 'delay'>, limit: number): Watch {
  const silence = new AbortController();
  let round = new AbortController();
  const renew = (): void => {
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
    isOver: () => silence.signal.aborted,
    stop: () => round.abort(),
  };
}
