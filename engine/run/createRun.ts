import { Queue } from '../base/index.ts';
import type { Workflow } from '../model/index.ts';
import { createControls } from './debugger/controls.ts';
import { MACHINE } from './machine.ts';
import { programOf } from './program/Program.ts';
import type { Run, RunBranchListener } from './state/Run.ts';

/** What is told besides events: for coverage. */
export interface RunListeners {
  readonly onBranch?: RunBranchListener;
}

/** A run of a workflow that has not begun: feed it `run.started` first. Opaque to hosts; `advance` changes it in place. */
export function createRun(workflow: Workflow, { onBranch }: RunListeners = {}): Run {
  return {
    program: programOf(workflow),
    machine: MACHINE,
    onBranch: onBranch ?? null,
    started: null,
    input: null,
    isFinished: false,
    now: 0,
    nextSeq: 0,
    lastActivation: 0,
    events: [],
    effects: [],
    ready: new Queue(),
    calls: new Map(),
    timers: new Map(),
    blocked: { total: 0, count: 0, since: null },
    signals: new Map(),
    listeners: new Map(),
    random: 0,
    controls: createControls({}),
    env: null,
    warned: new Set(),
    memories: new Map(),
    hasReadMemories: false,
    spent: { tokens: 0, cost: 0 },
    budget: {},
    top: null,
    terminals: new Map(),
    terminalCount: 0,
  };
}
