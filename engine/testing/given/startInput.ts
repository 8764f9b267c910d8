import type { RunStarted } from '../../run/index.ts';

/** The first input of a run `r` of `a.yaml`, at 0 ms, without input and variables; what is given differs. */
export function startInput(given: Partial<RunStarted> = {}): RunStarted {
  return {
    type: 'run.started',
    at: 0,
    runId: 'r',
    input: {},
    seed: 1,
    env: {},
    simulate: false,
    engine: '0.1.0',
    file: 'a.yaml',
    ...given,
  };
}
