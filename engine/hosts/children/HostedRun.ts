import type { RunInputDraft, TrackedRun } from '../../driver/index.ts';
import {
  isLacking,
  type Outcome,
  type PausedView,
  planOfCall,
  type Run,
  type RunInput,
  type RunPlan,
  reusedAnswer,
  type UsageView,
} from '../../run/index.ts';
import type { ChildRequest } from './ChildRequest.ts';

/** A run under way, as the runs that it starts see it. */
export interface HostedRun {
  readonly tracked: TrackedRun;
  readonly view: HostedView;
  /** Paused, and nothing is under way in it or below it. */
  readonly isStill: boolean;
  /** Nothing is under way in it or below it but waits for signals and times; absent where the host does not tell. */
  readonly isIdle?: boolean;
  /** Feeds it an input as soon as its turn comes. */
  receive(input: RunInputDraft): void;
  /** Looks again whether it is still. */
  wake(): void;
  /** Ends it here with an error of the host, or because the run around it has stopped; its journal stays as it is. */
  fail(error: unknown): void;
}

/** What those around a run and below it read in its view. */
interface HostedView {
  readonly paused: Pick<PausedView, 'reason' | 'missing'> | null;
  /** Read only of a run that another one has started. */
  readonly usage?: UsageView | undefined;
}

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

/**
 * What a call answers that starts no run, since the run was begun with the answer of an earlier one: it is linked to the run
 * that answered then. Null: the call starts a run.
 */
export function answerAgain(run: HostedRun | null, key: string): Outcome | null {
  const known = run === null ? undefined : reusedAnswer(run.tracked.run, key);
  if (run === null || known === undefined) return null;
  const { output, simulated, runId, file } = known;
  run.receive({ type: 'child.reported', key, child: { runId, file } });
  return { ok: true, value: output, simulated, warnings: [] };
}
