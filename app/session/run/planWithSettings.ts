import type { Pin, RunPlan } from '#engine/run';
import { analysisOf } from '../document/analysis.ts';
import type { RunAim, SessionState } from '../store/State.ts';
import { activeBreakpoints } from './runBreakpoints.ts';

/** The plan with what pauses it: errors, the file's breakpoints; and its pins, without those whose task or edge is gone; null for a usual run. */
export function planWithSettings(
  state: SessionState,
  path: string,
  { plan, aim }: { readonly plan?: RunPlan; readonly aim?: RunAim },
): RunPlan | null {
  const graph = analysisOf(state, path, 'own')?.graph;
  const breakpoints = activeBreakpoints(state, path).filter(({ at }) =>
    'task' in at ? graph?.nodes.has(at.task) : graph?.edges.some(({ id }) => id === at.edge),
  );
  // A task that is run alone runs: that is what was asked for.
  const isGiven = ([id]: readonly [string, Pin]): boolean =>
    graph?.nodes.has(id) === true && !(aim?.kind === 'only' && aim.taskId === id);
  const pins = Object.entries(state.run.pins.get(path) ?? {}).filter(isGiven);
  const inside = settingsInside(state, path);
  const { errorPause, virtualTime } = state.run;
  const set = {
    ...(errorPause === 'off' ? {} : { pauseOnError: errorPause }),
    ...(virtualTime ? { virtualTime } : {}),
  };
  const isUsual = plan === undefined && breakpoints.length === 0 && pins.length === 0;
  if (isUsual && inside === null && Object.keys(set).length === 0) return null;
  return {
    ...plan,
    ...(inside === null ? {} : { inside }),
    ...set,
    ...(breakpoints.length === 0 ? {} : { breakpoints }),
    ...(pins.length === 0 ? {} : { pins: { ...plan?.pins, ...Object.fromEntries(pins) } }),
  };
}

/** Breakpoints and pins of other files, for the runs of them that this one starts; null where there are none. */
function settingsInside({ document, run }: SessionState, path: string): NonNullable<RunPlan['inside']> | null {
  const files = [...document.workspace.files.keys()].filter((file) => file !== path);
  const set = files.flatMap((file) => {
    const breakpoints = activeBreakpoints({ run }, file);
    const pins = run.pins.get(file);
    if (breakpoints.length === 0 && pins === undefined) return [];
    return [[file, { ...(breakpoints.length > 0 && { breakpoints }), ...(pins && { pins }) }] as const];
  });
  return set.length === 0 ? null : Object.fromEntries(set);
}
