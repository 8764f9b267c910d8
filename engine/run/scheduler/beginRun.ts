import { tasksOfCallPlace } from '../contract/callPlace.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import type { RunStarted } from '../contract/RunInput.ts';
import type { ReusedTask, RunFrom, RunPlan } from '../contract/RunPlan.ts';
import { createControls } from '../debugger/controls.ts';
import { keepUseError, keepUseResult } from '../debugger/pins.ts';
import { prepareInput } from '../evaluate/inputs.ts';
import { toTaskState } from '../evaluate/stores.ts';
import { type Level, levelAt } from '../program/Program.ts';
import type { Activation, Scope } from '../state/Activation.ts';
import { createActivation, createScope, type TaskEntry } from '../state/createActivation.ts';
import { emit } from '../state/emit.ts';
import type { Arrival } from '../state/Plan.ts';
import type { Run } from '../state/Run.ts';
import { LaneOf } from '../state/Scope.ts';
import { createRootStore } from '../state/Store.ts';
import { enterScope } from './admission.ts';
import { laneAt } from './lanes.ts';
import { endRun } from './results.ts';

const NOTHING_PASSED: Arrival = { with: {}, event: null, error: null };

/** Begins a run by its first input: from the start of the document, or by its plan. */
export function beginRun(run: Run, input: RunStarted): void {
  const { workflow } = run.program;
  const { plan = {} } = input;
  run.started = input;
  run.random = input.seed >>> 0;
  run.controls = createControls(plan);
  run.budget = input.budget ?? {};
  const prepared = prepareInput(workflow, input.input);
  run.input = prepared.ok ? prepared.value : input.input;
  emit(run, { type: 'run.started', runId: input.runId, input: run.input, simulate: input.simulate });
  const problem = prepared.ok ? findPlanProblem(run, plan) : prepared.error;
  if (problem !== null) {
    endRun(run, { status: 'error', output: null, error: problem });
    return;
  }
  const from = plan.from ?? { taskId: run.program.start ?? '' };
  const level = levelAt(run.program, from.taskId);
  run.top = createTopScope(run, level, from);
  if (plan.reuse !== undefined) reuseResults(run, run.top, plan.reuse);
  enterScope(run, run.top, [toEntry(from)]);
}

function findPlanProblem(run: Run, { from, until, children = {} }: RunPlan): RunError | null {
  if (run.program.start === null)
    return runError('CONFIGURATION_ERROR', 'run.tasks', 'There are no tasks, so there is nothing to run.');
  for (const id of [from?.taskId, until, ...Object.keys(children).flatMap(tasksOfCallPlace)]) {
    if (id !== undefined && !run.program.ids.has(id))
      return runError('REFERENCE_ERROR', 'plan.task', `There is no task "${id}" to run. Check its id.`);
  }
  if (from === undefined || run.program.top.tasks.has(from.taskId) || from.taskId === until) return null;
  const message = `Task "${from.taskId}" is inside a container, so a run cannot begin with it and continue after it. Run it alone, or begin with its container.`;
  return runError('CONFIGURATION_ERROR', 'plan.from', message);
}

function createTopScope(run: Run, level: Level, { roots }: RunFrom): Scope {
  return createScope({
    container: null,
    level,
    store: createRootStore(run.program.ids.size),
    operation: null,
    owner: { kind: 'run' },
    ...(roots === undefined ? {} : { roots: new Map(Object.entries(roots)) }),
  });
}

function toEntry({ taskId, input, arrival }: RunFrom): TaskEntry {
  const entry = { target: taskId, arrival: arrival ?? NOTHING_PASSED };
  return input === undefined ? entry : { ...entry, given: { value: input } };
}

/** Results of an earlier run, where expressions look for those of this one. */
function reuseResults(run: Run, scope: Scope, results: readonly ReusedTask[]): void {
  for (const reused of results) {
    const program = levelAt(run.program, reused.taskId).tasks.get(reused.taskId);
    if (program === undefined) continue;
    const lane = laneAt(scope, reused.taskId) ?? new LaneOf(scope, program);
    const activation = createActivation(run, lane, { arrival: NOTHING_PASSED });
    lane.ended = activation;
    scope.active.delete(activation);
    activation.phase = 'settled';
    activation.status = reused.status;
    activation.output = reused.output;
    activation.state = toTaskState(reused);
    scope.store.tasks.set(program.number, activation);
    keepReusedResult(run, activation, reused);
    emit(run, { type: 'task.reused', ...reused, activation: activation.id });
  }
}

function keepReusedResult(run: Run, activation: Activation, { status, output, used, error }: ReusedTask): void {
  if (status === 'success')
    keepUseResult(run, activation, {
      output: run.machine.givesUseResult(activation) ? output : (used ?? output),
      kind: 'reused',
    });
  else if (error !== null) keepUseError(run, activation, error);
}
