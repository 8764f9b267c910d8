import { useEffect, useState } from 'react';

/** How long the steps of one turn may take, in ms: the page draws and answers keys between turns. */
const TURN = 8;

/**
 * What a long computation has found so far: it continues by turns, until it is done or another takes its place.
 * @param start begins the computation; another function begins another one
 * @param add joins what a turn gave to what there was, which is null at first
 * @returns what was found; null before the first turn
 */
export function useSteps<Step, Found>(
  start: () => Iterator<Step, unknown>,
  add: (before: Found | null, steps: readonly Step[]) => Found,
): Found | null {
  const [state, setState] = useState<{ readonly start: typeof start; readonly found: Found | null } | null>(null);
  useEffect(() => {
    const iterator = start();
    let found: Found | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = (): void => {
      const until = performance.now() + TURN;
      const steps: Step[] = [];
      let step = iterator.next();
      while (step.done !== true) {
        steps.push(step.value);
        if (performance.now() >= until) break;
        step = iterator.next();
      }
      found = add(found, steps);
      setState({ start, found });
      if (step.done !== true) timer = setTimeout(turn);
    };
    turn();
    return () => clearTimeout(timer);
  }, [start, add]);
  return state?.start === start ? state.found : null;
}
