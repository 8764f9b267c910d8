import type { Json } from '../base/index.ts';
import type { RunControl } from '../hosts/worker/protocol/protocol.ts';
import type { Budget, ModelPrice, RunEvent, RunPlan } from '../run/index.ts';
import {
  AGENT,
  CAPTURED,
  CUT_OFF,
  FAILED_INSIDE,
  FIRST_ROUND,
  FORM,
  MEMORY,
  RETRIES,
  ROUNDS,
  SIGNAL,
  STEPS,
  TASKS,
} from './journalTexts.ts';

/** The moment of an input: the first event of this type, and of this task where it is given. */
interface Moment {
  readonly type: RunEvent['type'];
  readonly taskId?: string;
}

/** A run to record: its text, and what comes to it from outside. */
export interface Scenario {
  readonly source: string;
  readonly input?: Json;
  readonly simulate?: boolean;
  readonly plan?: RunPlan;
  readonly budget?: Budget;
  readonly prices?: readonly ModelPrice[];
  /** Inputs from outside, one after the other, each once its moment has come. */
  readonly controls?: readonly { readonly once: Moment; readonly control: RunControl }[];
  /** The tab is killed once these tasks have made their calls, which another tab makes again or gives up on. */
  readonly cutOff?: Readonly<Record<string, boolean>>;
  /** True: what is recorded is a fork of it, from its middle. */
  readonly isForked?: boolean;
}

const paused = { type: 'run.paused' } as const;

/** The runs that are recorded, by the name of their file. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'task-types': { source: TASKS },
  'fork-of-task-types': { source: TASKS, isForked: true },
  retries: { source: RETRIES },
  // Recorded by version 0.1, and by 0.2.
  'rounds-of-0.1': { source: ROUNDS },
  rounds: { source: ROUNDS },
  // Recorded by version 0.2, and by 0.3.
  'captured-of-0.2': { source: CAPTURED },
  captured: { source: CAPTURED },
  'failed-inside': { source: FAILED_INSIDE },
  'first-round-of-0.2': { source: FIRST_ROUND },
  'first-round': { source: FIRST_ROUND },
  agent: { source: AGENT },
  simulated: { source: AGENT, simulate: true },
  memory: { source: MEMORY },
  budget: {
    source: MEMORY,
    budget: { tokens: 1 },
    prices: [{ provider: 'mock', model: 'small', input: 1, output: 2 }],
    controls: [{ once: paused, control: { type: 'run.resumed', budget: { tokens: 1_000_000, cost: 1 } } }],
  },
  signal: {
    source: SIGNAL,
    controls: [
      {
        once: { type: 'task.waiting' },
        control: { type: 'signal.received', name: 'approve', payload: { ok: false } },
      },
      {
        once: { type: 'task.waiting' },
        control: { type: 'signal.received', name: 'approve', payload: { ok: true } },
      },
    ],
  },
  'refused-signal': {
    source: FORM,
    controls: [
      { once: { type: 'task.waiting' }, control: { type: 'signal.received', name: 'approve', payload: { by: 1 } } },
      {
        once: { type: 'signal.refused' },
        control: { type: 'signal.received', name: 'approve', payload: { by: 'Ada' } },
      },
    ],
  },
  'cut-off': { source: CUT_OFF, cutOff: { again: true, lost: false } },
  cancelled: {
    source: SIGNAL,
    controls: [{ once: { type: 'task.waiting' }, control: { type: 'run.cancelled' } }],
  },
  'pause-step-edit': {
    source: STEPS,
    plan: { isPaused: true },
    controls: [
      { once: paused, control: { type: 'run.stepped' } },
      {
        once: { type: 'task.succeeded', taskId: 'first' },
        control: { type: 'value.edited', activation: 0, target: 'output', value: { n: 40 } },
      },
      {
        once: { type: 'task.succeeded', taskId: 'first' },
        control: { type: 'breakpoint.set', breakpoint: { at: { task: 'fourth' }, condition: null }, isSet: true },
      },
      { once: { type: 'task.succeeded', taskId: 'first' }, control: { type: 'run.resumed' } },
      { once: { type: 'task.succeeded', taskId: 'third' }, control: { type: 'run.resumed' } },
    ],
  },
  pins: {
    source: STEPS,
    plan: { pins: { second: { kind: 'pinned', output: { n: 7 } }, fourth: { kind: 'mocked', output: 'mocked' } } },
  },
};
