import type { RunInputDraft } from '../../driver/index.ts';
import { isLacking, type PausedView, planOfCall, type Run, type RunInput, type RunPlan } from '../../run/index.ts';
import type { ChildRequest } from './ChildRequest.ts';
import type { HostedRun } from './HostedRun.ts';

/** What a person sets for the debugger while runs are under way: it holds in those below them, too. */
export type Setting = Extract<RunInputDraft, { readonly type: 'breakpoint.set' | 'output.pinned' | OfAll }>;

/** Settings that hold in runs of any file. */
type OfAll = 'errorPause.set' | 'virtualTime.set';

/** Whether an input is such a setting. */
export function isSetting(input: RunInput): input is RunInput & Setting {
  return input.type === 'breakpoint.set' || input.type === 'output.pinned' || isOfAll(input);
}

/** Whether a setting holds in runs of any file. */
export function isOfAll<T extends RunInput | Setting>(input: T): input is Extract<T, { readonly type: OfAll }> {
  return input.type === 'errorPause.set' || input.type === 'virtualTime.set';
}

type Pausing = { readonly paused: Pick<PausedView, 'reason'> | null };

/** Whether a run has stopped by itself, or a run below it has, so that the one around it stops, too. */
export function stopsItself(run: Pausing): boolean {
  return run.paused?.reason === 'missing' || isShownFirst(run);
}

/** Whether a run is paused because its host lacks something, or for a run below it: on hosts without breakpoints nothing else stops that one. */
export function isBlocked(reason: PausedView['reason'] | null | undefined): boolean {
  return reason === 'missing' || reason === 'child';
}

/** Whether a run has stopped for a person to look at: another one that is resumed meanwhile shows that before it continues. */
export function isShownFirst({ paused }: Pausing): boolean {
  return paused?.reason === 'breakpoint' || paused?.reason === 'error' || paused?.reason === 'child';
}

/** Whether a run continues without being resumed: it is not paused, or only until its cut-off calls are decided about. */
export function runsByItself(run: { readonly view: Pick<HostedRun['view'], 'paused'> } | null): boolean {
  return run !== null && (run.view.paused === null || run.view.paused.reason === 'interrupted');
}

/** Tells a run that one that it started has stopped. */
export function pauseFor(child: string, stopped: Run): RunInputDraft {
  return { type: 'run.paused', reason: 'child', child, ...blockedWith(stopped) };
}

/** What pauses a run whose parent is paused. */
export function pauseUnder(parent: Run): RunInputDraft {
  return { type: 'run.paused', reason: 'parent', ...blockedWith(parent) };
}

/** Where the host of a run lacks something, the time does not count in those around it and below it. */
export function blockedWith(run: Run): { readonly blocked?: true } {
  return isLacking(run) ? { blocked: true } : {};
}

/** As a setting reaches the runs of a file below the one that was told. */
export function settingFor(file: string, setting: Setting): Setting {
  if (isOfAll(setting) || setting.file !== file) return setting;
  const { file: _, ...own } = setting;
  return own;
}

/** Whether a run makes one step at a time: a run that it starts then stops before its first task, so that one can step in it. */
export function isStepping(self: HostedRun | null): boolean {
  return self?.view.paused?.reason === 'step';
}

/** The plan that a run gives one that a call of it starts; undefined for a usual run. */
export function planOfChild(self: HostedRun | null, call: Pick<ChildRequest, 'file' | 'key'>): RunPlan | undefined {
  const plan = self === null ? undefined : planOfCall(self.tracked.run, call);
  return isStepping(self) ? { ...plan, isPaused: true } : plan;
}
