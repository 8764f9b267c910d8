import type { EffectView } from '../../run/index.ts';

/** A call of a tool that took 1 ms; what is given differs. */
export function effectView(given: Partial<EffectView> & Pick<EffectView, 'key'>): EffectView {
  return {
    kind: 'tool',
    name: 't',
    request: null,
    response: null,
    error: null,
    simulated: false,
    startedAt: 0,
    endedAt: 1,
    ...given,
  };
}
