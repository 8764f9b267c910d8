import { assertNever, Queue } from '../base/index.ts';
import type { Workflow } from '../model/index.ts';
import type { UseResult } from './contract/UseResult.ts';
import { createControls } from './debugger/controls.ts';
import { takeMemoryEnd } from './memory/callMemory.ts';
import { takeFirstReading, takeMemoryTool } from './memory/memoryTool.ts';
import { programOf } from './program/Program.ts';
import { askAgain, fireTimer, requestCall } from './requests/calls.ts';
import { answerFailure } from './scheduler/answerFailure.ts';
import { fail, followLater, timeoutFailure } from './scheduler/endAttempt.ts';
import { endHook } from './scheduler/hooks.ts';
import { finishRun } from './scheduler/results.ts';
import { beginUnlessHeld, startUnlessHeld } from './scheduler/startActivation.ts';
import type { Scope } from './state/Activation.ts';
import type { Continuation } from './state/Continuation.ts';
import { Job } from './state/Job.ts';
import type { Machine, Run, RunBranchListener } from './state/Run.ts';
import {
  endBatch,
  endItemBody,
  endItemUse,
  enterBatch,
  expireBatch,
  expireItem,
  finishItem,
  runItem,
} from './tasks/batches.ts';
import { runOwnUse } from './tasks/decision.ts';
import { beginOperation, endOperation, finishOperation } from './tasks/parallel.ts';
import { BY_TYPE, endBasic, endComposite, endUse } from './tasks/runTask.ts';
import { continueWait } from './tasks/wait.ts';
import { takeAnswer, takeRecall, takeRemembered } from './uses/agents.ts';
import { takeToolResult, takeWorkResult } from './uses/conversations.ts';
import { takeToolEnd } from './uses/tools.ts';

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

const NOTHING: UseResult = { ok: true, value: null };

/** The machine of every run. */
const MACHINE: Machine = { resume, endScope, answerFailure, ...BY_TYPE };

function resume(run: Run, continuation: Continuation, result: UseResult = NOTHING): void {
  switch (continuation.kind) {
    case 'task.start':
      return startUnlessHeld(run, continuation.activation);
    case 'task.begin':
      return beginUnlessHeld(run, continuation.activation);
    case 'task.follow':
      return followLater(run, continuation);
    case 'attempt.start':
      return run.ready.push(new Job(continuation.activation, 'attempt'));
    case 'attempt.timeout':
      return fail(run, continuation.activation, timeoutFailure(continuation.activation, continuation.limit));
    case 'timer.fire':
      return fireTimer(run, continuation.id);
    case 'call.again':
      return askAgain(run, continuation.key);
    case 'call.request':
      return requestCall(run, continuation.activation, continuation);
    case 'batch.enter':
      return enterBatch(run, continuation.batch);
    case 'batch.end':
      return endBatch(run, continuation.batch);
    case 'batch.timeout':
      return expireBatch(run, continuation.batch, continuation.limit);
    case 'item.run':
      return runItem(run, continuation.slot);
    case 'item.settle':
      return endItemUse(run, continuation.slot, result);
    case 'item.end':
      return finishItem(run, continuation.slot);
    case 'item.timeout':
      return expireItem(run, continuation.slot, continuation.limit);
    case 'operation.begin':
      return beginOperation(run, continuation.body, continuation.index);
    case 'operation.end':
      return finishOperation(run, continuation.body);
    case 'single.begin':
      return runOwnUse(run, continuation.activation);
    case 'single.end':
      return endBasic(run, continuation.activation, continuation.result);
    case 'wait.probe':
    case 'wait.check':
    case 'wait.deadline':
    case 'wait.expire':
    case 'wait.signal':
      return continueWait(run, continuation);
    case 'use.end':
      return endUse(run, continuation.activation, result);
    case 'tool.end':
      return takeToolEnd(run, continuation, result);
    case 'agent.recall':
      return takeRecall(run, continuation.call, { result, hasSearched: continuation.hasSearched });
    case 'agent.turn':
      return takeAnswer(run, continuation.conversation, result);
    case 'agent.tool':
      return takeToolResult(run, continuation.conversation, { index: continuation.index, result });
    case 'agent.work':
      return takeWorkResult(run, continuation.conversation, { index: continuation.index, result });
    case 'agent.remember':
      return takeRemembered(run, continuation.call, { end: continuation.end, result });
    case 'memory.end':
      return takeMemoryEnd(run, continuation, result);
    case 'memory.tool':
      return takeMemoryTool(run, continuation, result);
    case 'memory.first':
      return takeFirstReading(run, continuation, result);
    default:
      return assertNever(continuation);
  }
}

function endScope(run: Run, scope: Scope): void {
  const { owner, container } = scope;
  switch (owner.kind) {
    case 'run':
      return finishRun(run, scope);
    case 'hook':
      return endHook(run, scope, owner);
    case 'operation':
      return endOperation(run, owner.body, owner.index);
    case 'sequence':
      if (owner.slot !== null) endItemBody(run, owner.slot, scope);
      else if (container !== null) endComposite(run, container, scope);
      return;
    default:
      assertNever(owner);
  }
}
