import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { validateJson } from '../../schema/index.ts';
import { checkBranches, meet } from './branches.ts';
import { attempt, Failed, type Frame, NOTHING, readValue } from './evaluateIn.ts';
import { converse, meetReply } from './interpretAgent.ts';
import { runTask } from './interpretTask.ts';
import { leadsTo, taskOf } from './leadsTo.ts';
import {
  type Activation,
  type Arrival,
  type Done,
  type Model,
  nextOf,
  objectAt,
  openScope,
  type Scope,
  type Task,
  tasksOf,
  type Way,
} from './Model.ts';
import { type ActivationRecord, HangsError, OpenError, type Prediction } from './Prediction.ts';
import { replyTo, type Scenario, valueOf } from './Scenario.ts';
import { errorWay, isFinal, retriesOf, successWay, targetOf } from './waysOf.ts';

const NO_PAYLOAD = { with: {}, event: null, error: null, after: [] };
const UNSETTLED = { status: 'running', input: null, output: null, code: null, retries: 0 };

/**
 * Predicts how a scenario ends by format.md sections 1 to 7: one task after the other, without a clock, and with
 * nothing of the machine. `open` where the format leaves the end to what happens first.
 */
export function interpret(scenario: Scenario): Prediction {
  const interpreter = new Interpreter(scenario);
  try {
    return interpreter.run();
  } catch (error) {
    if (error instanceof HangsError) return { kind: 'hangs' };
    if (error instanceof OpenError) return { kind: 'open', reason: error.message };
    throw error;
  }
}

class Interpreter implements Model {
  readonly #scenario: Scenario;
  readonly #top: readonly Task[];
  readonly #signals: Map<string, Json>;
  readonly #records: ActivationRecord[] = [];
  readonly #terminals = new Map<string, Json>();
  readonly #said: Json[] = [];
  #ends = 0;
  /** True once a task at the end of two branches ran twice. */
  #isOpen = false;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#top = tasksOf(scenario.workflow);
    this.#signals = new Map(scenario.signals);
  }

  run(): Prediction {
    const { outputs } = this.#scenario.workflow;
    const store = { parent: null, tasks: new Map() };
    const scope = openScope({ level: this.#top, store });
    this.enter(scope, [this.#top[0]?.id ?? '']);
    const end = { kind: 'ends' as const, records: this.#records, said: this.#said };
    if (scope.failure !== null) return { ...end, status: 'error', output: null, code: scope.failure.code };
    if (outputs === undefined) return { ...end, status: 'success', output: this.#terminalOutput(), code: null };
    const frame = { ...NOTHING, store, roots: this.#rootsOfRun() };
    return { ...end, status: 'success', output: readValue(frame, outputs), code: null };
  }

  #terminalOutput(): Json {
    if (this.#isOpen) throw new OpenError('which run of a last task ends last');
    const [only] = this.#terminals.values();
    return this.#ends === 1 ? (only ?? null) : this.#ends === 0 ? null : Object.fromEntries(this.#terminals);
  }

  #rootsOfRun(): JsonObject {
    return { workflow: { input: this.#scenario.input }, trigger: { input: this.#scenario.input } };
  }

  /** Runs a scope until nothing is left in it. */
  enter(scope: Scope, targets: readonly string[], passed: Partial<Arrival> = {}): Scope {
    for (const target of targets) this.#arrive(scope, { ...NO_PAYLOAD, ...passed, target });
    for (let next = this.#next(scope); next !== undefined; next = this.#next(scope)) this.#activate(scope, next);
    return scope;
  }

  #arrive(scope: Scope, arrival: Arrival): void {
    const task = taskOf(scope, arrival.target);
    if (task['join'] !== 'all') scope.queue.push(arrival);
    else scope.held.set(task.id, meet(scope.held.get(task.id), arrival));
    if (scope.queue.length + scope.held.size > 1) scope.wasForked = true;
  }

  /** The head of the queue, else the first join that no other held one leads to. */
  #next(scope: Scope): Arrival | undefined {
    const next = scope.queue.shift();
    if (next !== undefined || scope.held.size === 0) return next;
    const ids = [...scope.held.keys()];
    const id = ids.find((one) => !ids.some((other) => other !== one && leadsTo(scope, other, one))) ?? ids[0] ?? '';
    const arrival = scope.held.get(id);
    scope.held.delete(id);
    return arrival;
  }

  #activate(scope: Scope, arrival: Arrival): void {
    const task = taskOf(scope, arrival.target);
    const roots = { ...this.#rootsOfRun(), ...scope.roots, id: task.id, type: task.type };
    const from = { event: arrival.event ?? scope.roots['event'] ?? null };
    const frame: Frame = { ...NOTHING, store: scope.store, roots: { ...roots, ...from, cause: arrival.error } };
    const activation: Activation = { ...frame, task, scope, after: arrival.after, attempt: 0, hasForked: false };
    checkBranches(activation, this.#scenario.workflow);
    scope.around?.('on_task_start', activation);
    const record: ActivationRecord = { taskId: task.id, part: scope.part, ...UNSETTLED };
    this.#records.push(record);
    const done = this.#begin(activation, arrival) ?? this.#attempt(activation);
    this.#settle(activation, done, record);
  }

  /** Builds and checks the input, and forks what `on_start` leads to; an answer where that fails. */
  #begin(activation: Activation, arrival: Arrival): Failed | null {
    const { task, scope } = activation;
    const { output = null, error = null } = lastState(activation);
    activation.state = { status: 'running', output, error };
    scope.store.tasks.set(task.id, activation.state);
    const input = attempt(() => this.#buildInput(activation, arrival));
    if (input instanceof Failed) {
      activation.input = null;
      return input;
    }
    activation.input = input;
    const schema = objectAt(task, 'schema')['input'];
    if (schema !== undefined) {
      const checked = validateJson(schema, input, { fillDefaults: true });
      activation.input = checked.value;
      if (checked.errors.length > 0) {
        activation.input = input;
        return toInvalid(task);
      }
    }
    if (this.#follow(activation, [{ via: 'on_start', fields: { input: activation.input } }]).length === 0) return null;
    activation.hasForked = true;
    scope.wasForked = true;
    return null;
  }

  #buildInput(activation: Activation, arrival: Arrival): Json {
    const { task, scope } = activation;
    const base = scope.level === this.#top && scope.part === '' && task === this.#top[0] ? this.#scenario.input : {};
    activation.input = { ...base, ...arrival.with };
    const isPerItem = task.type === 'collection' && tasksOf(task).length === 0;
    const own = isPerItem ? {} : readValue(activation, task['with'] ?? {});
    return { ...base, ...(isJsonObject(own) ? own : {}), ...arrival.with };
  }

  /** Attempts until one is good or the policy is used up. */
  #attempt(activation: Activation): Done | Failed {
    for (;;) {
      activation.attempt += 1;
      activation.output = null;
      activation.error = null;
      const done = attempt(() => runTask(this, activation));
      if (!(done instanceof Failed)) return done;
      activation.error = { code: done.code };
      if (isFinal(done) || activation.attempt > retriesOf(activation)) return done;
    }
  }

  /** What follows: the statuses, the handlers, the edges, and what the scope makes of an error nothing took. */
  #settle(activation: Activation, done: Done | Failed, record: ActivationRecord): void {
    const { scope, task } = activation;
    const isFailed = done instanceof Failed;
    activation.output = done.output ?? null;
    activation.error = isFailed ? { code: done.code } : null;
    const state = { status: isFailed ? 'error' : 'success', output: activation.output, error: activation.error };
    activation.state = { ...activation.state, ...state };
    scope.store.tasks.set(task.id, activation.state);
    scope.ended.set(task.id, activation.state);
    const { input, output, attempt } = activation;
    const code = isFailed ? done.code : null;
    Object.assign(record, { status: state.status, input, output, code, retries: Math.max(0, attempt - 1) });
    const primary = isFailed ? errorWay(activation, done) : successWay(task, done);
    const isUnhandled = isFailed && primary === null;
    scope.onSettled?.(activation, isUnhandled);
    scope.around?.('on_task_complete', activation);
    if (isUnhandled && !scope.goesOn) {
      if (scope.wasForked) throw new OpenError('an error beside other branches');
      scope.failure ??= { code: done.code };
    }
    const complete = { via: 'on_complete', fields: { status: state.status, output } };
    const cause = isFailed ? { code: done.code } : null;
    const moves = this.#follow(activation, [complete, ...(primary === null ? [] : [{ ...primary, cause }])]);
    const follower = scope.level[scope.level.indexOf(task) + 1];
    const mayFollow = scope.isSequence && (!isFailed || scope.goesOn) && moves.length === 0;
    if (mayFollow && follower !== undefined)
      this.#arrive(scope, { ...NO_PAYLOAD, target: follower.id, after: [activation] });
    const hasLed = moves.some((target) => target !== 'end');
    if (scope.level !== this.#top || scope.part !== '' || hasLed || isUnhandled || activation.hasForked) return;
    const decided = (id: string) => this.#top.find((each) => each.id === id)?.type === 'decision';
    const others = [...this.#terminals.keys()];
    if (decided(task.id) && others.some((id) => !decided(id))) return;
    if (!decided(task.id) && others.every(decided)) {
      this.#terminals.clear();
      this.#ends = 0;
    }
    this.#isOpen ||= this.#terminals.has(task.id);
    this.#terminals.set(task.id, output);
    this.#ends += 1;
  }

  /** Takes edges, later ways over earlier ones where both lead to one task; answers with the targets. */
  #follow(activation: Activation, ways: readonly (Way & { cause?: Json })[]): readonly string[] {
    const { task, scope } = activation;
    const arrivals = new Map<string, Arrival>();
    for (const { cause = null, ...way } of ways) {
      const target = targetOf(task, way);
      const event = { type: way.via, source: task.id, ...way.fields };
      const data = readValue({ ...activation, roots: { ...activation.roots, event } }, target['with'] ?? {});
      for (const next of nextOf(target)) {
        const merged = { ...arrivals.get(next)?.with, ...(isJsonObject(data) ? data : {}) };
        arrivals.set(next, { target: next, with: merged, event, error: cause, after: [activation] });
      }
    }
    for (const arrival of arrivals.values()) if (arrival.target !== 'end') this.#arrive(scope, arrival);
    return [...arrivals.keys()];
  }

  /** Calls a handler that may fire many times, and waits for it: its failure affects nothing else. */
  hook(activation: Activation, handler: string, fields: JsonObject, store = activation.scope.store): void {
    const { task, scope } = activation;
    if (task[handler] === undefined) return;
    const own = objectAt(task, handler);
    const event = { type: handler, source: task.id, ...fields };
    const data = readValue({ ...activation, store, roots: { ...activation.roots, event } }, own['with'] ?? {});
    const targets = nextOf(own).filter((target) => target !== 'end');
    const overlay = { parent: store, tasks: new Map() };
    const roots = { ...activation.roots, event };
    const called = openScope({ level: scope.level, store: overlay, roots, part: 'hook' });
    this.enter(called, targets, { with: isJsonObject(data) ? data : {}, event });
    for (const [id, state] of overlay.tasks) store.tasks.set(id, state);
  }

  /** What the task uses answers to this input; without `use`, the input itself. */
  use({ task, attempt }: Activation, input: Json, isBounded: boolean): Json {
    if (task['use'] === undefined) return input;
    const question = { taskId: task.id, attempt, input };
    const reply = replyTo(this.#scenario, question);
    const script = this.#scenario.agents.get(task.id);
    const hasMemory = this.#scenario.workflow['memory'] !== undefined;
    if (script === undefined) meetReply(reply, isBounded);
    else converse(script, reply, { isBounded, hasMemory });
    const value = valueOf(question);
    if (script !== undefined && hasMemory) this.#said.push(input, value);
    return value;
  }

  /** Takes a signal that came for this name. */
  takeSignal(name: string): Json | undefined {
    const payload = this.#signals.get(name);
    this.#signals.delete(name);
    return payload;
  }
}

/** What is read of a task when it begins: how it ended last here, and in a hook call what was there before. */
function lastState({ task, scope }: Activation): JsonObject {
  const last = scope.ended.get(task.id);
  if (last !== undefined || scope.part !== 'hook') return last ?? {};
  for (let at = scope.store.parent; at !== null; at = at.parent) {
    const found = at.tasks.get(task.id);
    if (found !== undefined) return found;
  }
  return {};
}

function toInvalid(task: Task): Failed {
  const choice = { handler: 'on_validation_error', route: null, event: {} };
  return new Failed('VALIDATION_ERROR', null, task.type === 'map' ? choice : null);
}
