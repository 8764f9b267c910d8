import { equalJson } from '../../base/index.ts';
import type { RunInput } from '../contract/RunInput.ts';
import type { Breakpoint, Pin } from '../contract/RunPlan.ts';
import type { Run } from '../state/Run.ts';
import { placeOf } from './breakpoints.ts';

type Timeless<T> = T extends unknown ? Omit<T, 'at'> : never;

/** What is set on the tasks of a file, as a run is told of it. */
export type SettingDraft = Timeless<
  Extract<RunInput, { readonly type: 'breakpoint.set' | 'output.pinned' | 'errorPause.set' | 'virtualTime.set' }>
>;

/** What is set on the tasks of one file. */
interface FileSettings {
  /** By place. */
  readonly breakpoints: ReadonlyMap<string, Breakpoint>;
  readonly pins: ReadonlyMap<string, Pin>;
}

/**
 * What a run of a file has to be told, so that on its tasks, and on those of runs below it, is set what the run that started
 * it says: they differ where their process ended, or the run was begun, while something was set.
 */
export function settingsBelow(parent: Run, child: Run, file: string): readonly SettingDraft[] {
  const others = new Set([...parent.controls.inside.keys(), ...child.controls.inside.keys()]);
  others.delete(file);
  const own = { breakpoints: child.controls.breakpoints, pins: child.controls.pins };
  const { errorPause: pauses, hasVirtualTime: isOn } = parent.controls;
  return [
    ...(child.controls.hasVirtualTime === isOn ? [] : [{ type: 'virtualTime.set', isOn } as const]),
    ...(child.controls.errorPause === pauses ? [] : [{ type: 'errorPause.set', pauses } as const]),
    ...changesTo(own, settingsIn(parent, file)),
    ...[...others].flatMap((other) =>
      changesTo(settingsIn(child, other), settingsIn(parent, other)).map((change) => ({ ...change, file: other })),
    ),
  ];
}

function settingsIn({ controls }: Run, file: string): FileSettings {
  const { breakpoints = [], pins = {} } = controls.inside.get(file) ?? {};
  return {
    breakpoints: new Map(breakpoints.map((breakpoint) => [placeOf(breakpoint), breakpoint])),
    pins: new Map(Object.entries(pins)),
  };
}

function changesTo(present: FileSettings, wanted: FileSettings): readonly SettingDraft[] {
  const changes: SettingDraft[] = [];
  for (const [place, breakpoint] of wanted.breakpoints)
    if (!isSameBreakpoint(present.breakpoints.get(place), breakpoint))
      changes.push({ type: 'breakpoint.set', breakpoint, isSet: true });
  for (const [place, breakpoint] of present.breakpoints)
    if (!wanted.breakpoints.has(place)) changes.push({ type: 'breakpoint.set', breakpoint, isSet: false });
  for (const [taskId, pin] of wanted.pins)
    if (!isSame(present.pins.get(taskId), pin)) changes.push({ type: 'output.pinned', taskId, pin });
  // A reused result is of the run's own plan: no one has set it.
  for (const [taskId, { kind }] of present.pins)
    if (!wanted.pins.has(taskId) && kind !== 'reused') changes.push({ type: 'output.pinned', taskId, pin: null });
  return changes;
}

function isSameBreakpoint(present: Breakpoint | undefined, wanted: Breakpoint): boolean {
  if (present === undefined) return false;
  const { condition, log, hits } = present;
  const { kind, count } = wanted.hits ?? {};
  return condition === wanted.condition && log === wanted.log && hits?.kind === kind && hits?.count === count;
}

function isSame(present: Pin | undefined, wanted: Pin): boolean {
  if (present?.kind !== wanted.kind) return false;
  if ('error' in wanted) return 'error' in present && equalJson({ ...present.error }, { ...wanted.error });
  return 'output' in present && equalJson(present.output, wanted.output);
}
