import type { Workflow } from '../model/index.ts';
import { createControls } from './controls.ts';
import { EventLog } from './EventLog.ts';
import { programOf } from './Program.ts';
import { Queue } from './Queue.ts';
import type { Run } from './Run.ts';
import { createRandom } from './random.ts';

/** A run of a workflow that has not begun: feed it `run.started` first. Opaque to hosts; `advance` changes it in place. */
export function createRun(workflow: Workflow): Run {
  return {
    program: programOf(workflow),
    started: null,
    input: null,
    isFinished: false,
    now: 0,
    nextSeq: 0,
    lastActivation: 0,
    log: new EventLog(0, 0),
    effects: [],
    ready: new Queue(),
    calls: new Map(),
    timers: new Map(),
    signals: new Map(),
    listeners: new Map(),
    random: createRandom(0),
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
