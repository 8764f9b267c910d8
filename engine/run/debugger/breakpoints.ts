import type { Json } from '../../base/index.ts';
import { formatEdgeId } from '../../graph/index.ts';
import type { RunInput } from '../contract/RunInput.ts';
import type { Breakpoint } from '../contract/RunPlan.ts';
import { evaluate, evaluateBare, frameOf, isMet } from '../evaluate/evaluate.ts';
import type { Activation } from '../state/Activation.ts';
import { emit, pause, refOf, warn } from '../state/emit.ts';
import type { Move } from '../state/Plan.ts';
import type { Run } from '../state/Run.ts';

/** Longest text that is written to the events, in characters. */
const LONGEST = 2_000;

/** Pauses the run where this activation's task has a breakpoint; true when it did. */
export function pausesBefore(run: Run, activation: Activation): boolean {
  const { controls } = run;
  if (run.started?.plan?.pauseBefore === activation.id) {
    pause(run, { reason: 'asked', breakpoint: null });
    return true;
  }
  if (controls.breakpoints.size === 0 || controls.met === activation.id) return false;
  const isPaused = controls.paused !== null;
  if (isPaused && !controls.hasStep) return false;
  const breakpoint = controls.breakpoints.get(`task ${activation.task.id}`);
  if (breakpoint === undefined) return false;
  // A person has seen it come; it counts and says what it has to say all the same.
  const isSeen = isPaused || controls.passed === activation.id;
  if (isSeen && breakpoint.hits === undefined && breakpoint.log === undefined) return false;
  controls.met = activation.id;
  const passed = new Map<string, Json>([['input', activation.given?.value ?? activation.arrival.with]]);
  const stops = meet(run, activation, { breakpoint, roots: passed });
  // It has not begun: its `env` must be read again once it has, with its input.
  activation.env = null;
  if (!stops || isSeen) return false;
  pause(run, { reason: 'breakpoint', breakpoint });
  return true;
}

/** Pauses the run where an edge that was just taken has a breakpoint; its condition sees the source. */
export function pauseAtEdge(run: Run, activation: Activation, move: Move): void {
  const { controls } = run;
  if (controls.breakpoints.size === 0) return;
  const breakpoint = controls.breakpoints.get(`edge ${formatEdgeId(activation.task.id, move.via, move.target)}`);
  const event = new Map<string, Json>([['event', move.arrival?.event ?? null]]);
  if (breakpoint !== undefined && meet(run, activation, { breakpoint, roots: event }))
    pause(run, { reason: 'breakpoint', breakpoint });
}

interface Meeting {
  readonly breakpoint: Breakpoint;
  readonly roots: ReadonlyMap<string, Json>;
}

/** Counts a breakpoint whose condition is met, and writes its text; true where it pauses. */
function meet(run: Run, activation: Activation, meeting: Meeting): boolean {
  const { breakpoint } = meeting;
  if (!applies(run, activation, meeting) || !isHit(run, breakpoint)) return false;
  if (breakpoint.log === undefined) return true;
  write(run, activation, { log: breakpoint.log, roots: meeting.roots });
  return false;
}

/** A condition that cannot be evaluated pauses too, with a warning: a breakpoint that is silently skipped is worse. */
function applies(run: Run, activation: Activation, { breakpoint, roots }: Meeting): boolean {
  if (breakpoint.condition === null) return true;
  const frame = frameOf(run, activation, { roots });
  const value = evaluateBare(run, frame, { data: breakpoint.condition, where: 'breakpoint.condition' });
  if (value.ok) return isMet(value.value);
  const { code, message } = value.error;
  warn(run, activation, { code, message, path: 'breakpoint.condition' });
  return true;
}

function isHit({ controls: { hits } }: Run, breakpoint: Breakpoint): boolean {
  if (breakpoint.hits === undefined) return true;
  const { kind, count } = breakpoint.hits;
  const place = placeOf(breakpoint);
  const met = (hits.get(place) ?? 0) + 1;
  hits.set(place, met);
  return kind === 'at' ? met === count : met % count === 0;
}

/** A text that cannot be evaluated is a warning in place of it. */
function write(
  run: Run,
  activation: Activation,
  { log, roots }: { readonly log: string; readonly roots: Meeting['roots'] },
): void {
  const value = evaluate(run, frameOf(run, activation, { roots }), { data: log, where: 'breakpoint.log' });
  if (!value.ok) {
    const { code, message } = value.error;
    warn(run, activation, { code, message, path: 'breakpoint.log' });
    return;
  }
  const text = typeof value.value === 'string' ? value.value : JSON.stringify(value.value);
  emit(run, { type: 'breakpoint.logged', ...refOf(activation), message: text.slice(0, LONGEST) });
}

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
