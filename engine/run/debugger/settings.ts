import type { RunInput } from '../contract/RunInput.ts';
import type { Breakpoint } from '../contract/RunPlan.ts';
import type { Run } from '../state/Run.ts';

/** Sets or removes the breakpoint at its place, in this run or in those of another file that it starts. */
export function setBreakpoint(run: Run, { breakpoint, isSet, file }: InputOf<'breakpoint.set'>): void {
  if (file !== undefined) {
    setInside(run, file, { breakpoint, isSet });
    return;
  }
  // It counts again.
  run.controls.hits.delete(placeOf(breakpoint));
  if (isSet) run.controls.breakpoints.set(placeOf(breakpoint), breakpoint);
  else run.controls.breakpoints.delete(placeOf(breakpoint));
}

/** Lets a task answer with a pin, or run again, in this run or in those of another file that it starts. */
export function setPin(run: Run, { taskId, pin, file }: InputOf<'output.pinned'>): void {
  if (file !== undefined) setInside(run, file, { taskId, pin });
  else if (pin === null) run.controls.pins.delete(taskId);
  else run.controls.pins.set(taskId, pin);
}

type InputOf<Type extends RunInput['type']> = Extract<RunInput, { readonly type: Type }>;

type Setting =
  | Pick<InputOf<'breakpoint.set'>, 'breakpoint' | 'isSet'>
  | Pick<InputOf<'output.pinned'>, 'taskId' | 'pin'>;

function setInside({ controls }: Run, file: string, setting: Setting): void {
  const { breakpoints = [], pins = {} } = controls.inside.get(file) ?? {};
  if ('breakpoint' in setting) {
    const { breakpoint, isSet } = setting;
    const others = breakpoints.filter((other) => placeOf(other) !== placeOf(breakpoint));
    controls.inside.set(file, { breakpoints: isSet ? [...others, breakpoint] : others, pins });
  } else {
    const { taskId, pin } = setting;
    const others = Object.entries(pins).filter(([id]) => id !== taskId);
    const kept = pin === null ? others : [...others, [taskId, pin] as const];
    controls.inside.set(file, { breakpoints, pins: Object.fromEntries(kept) });
  }
}

/** The place of a breakpoint as a text: there is one at each. */
export function placeOf({ at }: Breakpoint): string {
  return 'task' in at ? `task ${at.task}` : `edge ${at.edge}`;
}
