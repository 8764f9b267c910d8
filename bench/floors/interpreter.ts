import { type Data, type Json, type JsonObject, layOver } from '../../engine/base/index.ts';
import { compileData, evaluateCompiled } from '../../engine/expression/index.ts';
import type { EdgeVia, HandlerName, Target, Task, TaskOf, Workflow } from '../../engine/model/index.ts';
import type { Listener } from '../runs/EventSink.ts';
import { type BenchResult, START, startOf } from '../runs/runInMemory.ts';
import type { Load } from '../runs/workflows.ts';
import { type Activation, createActivation, type Part, type States } from './FloorActivation.ts';
import { FloorJournal, TIMESTAMP } from './FloorJournal.ts';

const STEPS_PER_INPUT = 256;
const NOTHING: JsonObject = {};
const WHOLE = { parent: null, index: null, item: null, done: null };
type Templates = Map<Data, ReturnType<typeof compileData>>;

/** Templates of a workflow, compiled by its first run, as ours are. */
const TEMPLATES = new WeakMap<Workflow, Templates>();

/**
 * The floor for runs: the least that an interpreter does for the same duties. The same expressions, compiled once a
 * workflow; activations in a queue, evaluated `with`, statuses, outputs, joins, routes, batches; every event with its number and
 * time, every input journaled; limits counted, items over stores of their own, what is active known so that it could be
 * stopped. It knows no effects, no errors, no retries, no pause.
 */
export function runFloor(load: Load, listener: Listener): BenchResult {
  const run = new Floor(load, listener);
  return run.run();
}

class Floor {
  readonly #load: Load;
  readonly #tasks: Map<string, Task>;
  readonly #journal: FloorJournal;
  readonly #compiled: Templates;
  readonly #states: States = {};
  /** What a cancel would stop. */
  readonly #active = new Set<Activation>();
  /** Arrivals of each task and of all, against the limits. */
  readonly #counts = new Map<string, number>();
  #arrivals = 0;
  readonly #queue: (() => void)[] = [];
  /** What a join waits for: how many of its sources have not come; and the activation that waits. */
  readonly #joins = new Map<string, number>();
  readonly #held = new Map<string, Activation>();
  #activations = 0;
  #output: Json = null;

  constructor(load: Load, listener: Listener) {
    this.#load = load;
    this.#journal = new FloorJournal(listener);
    this.#compiled = TEMPLATES.get(load.workflow) ?? new Map();
    TEMPLATES.set(load.workflow, this.#compiled);
    this.#tasks = new Map(load.workflow.tasks.map((task) => [task.id, task]));
    for (const { handlers } of load.workflow.tasks)
      for (const { next } of handlers)
        for (const id of next)
          if (this.#tasks.get(id)?.join === 'all') this.#joins.set(id, (this.#joins.get(id) ?? 0) + 1);
  }

  run(): BenchResult {
    const { input } = this.#load;
    this.#journal.take(startOf(input));
    this.#journal.add({
      seq: this.#journal.seq,
      at: START,
      type: 'run.started',
      runId: 'run-1',
      input,
      simulate: false,
    });
    const [first] = this.#load.workflow.tasks;
    if (first !== undefined) this.#enter(first, {});
    for (let at = 0; at < this.#queue.length; at += 1) {
      if (at > 0 && at % STEPS_PER_INPUT === 0) this.#journal.take({ type: 'run.continued', at: START });
      this.#queue[at]?.();
    }
    this.#journal.add({
      seq: this.#journal.seq,
      at: START,
      type: 'run.finished',
      status: 'success',
      output: this.#output,
      error: null,
    });
    return { inputs: this.#journal.inputs, output: this.#output };
  }

  #enter(task: Task, passed: JsonObject): void {
    this.#activations += 1;
    const activation = this.#create(task, passed);
    this.#queue.push(() => this.#start(activation));
  }

  #create(task: Task, passed: JsonObject, part: Part | null = null): Activation {
    const activation = createActivation(this.#activations, task, passed, part ?? { ...WHOLE, states: this.#states });
    this.#active.add(activation);
    return activation;
  }

  #start(activation: Activation): void {
    const { task, passed } = activation;
    activation.status = 'running';
    const isFirst = task === this.#load.workflow.tasks[0];
    const own = task.with === null ? {} : this.#evaluate(activation, task.with);
    const below = isFirst ? layOver(this.#load.input, own as JsonObject) : (own as JsonObject); // A map in each of these workflows.
    const input = layOver(below, passed);
    activation.input = input;
    this.#journal.start(activation, input);
    if (task.type === 'decision') this.#decide(activation, task);
    else if (task.type === 'collection') this.#collect(activation, task);
    else this.#succeed(activation, input);
  }

  #decide(activation: Activation, task: TaskOf<'decision'>): void {
    const value = this.#evaluate(activation, task.config.condition ?? true);
    const route = task.config.routes?.find(({ key }) => key === JSON.stringify(value)) ?? null;
    const target = route ?? task.config.default;
    const name = route?.key ?? 'default';
    const [next = null] = target?.next ?? [];
    const handler = route === null ? 'on_condition_nomatch' : 'on_condition_match';
    this.#succeed(
      activation,
      { value, route: name, matched: route !== null },
      {
        target,
        via: route === null ? 'default' : `routes.${name}`,
        handler,
        event: { type: handler, source: task.id, timestamp: TIMESTAMP, value, route: name, next },
      },
    );
  }

  #succeed(
    activation: Activation,
    output: Json,
    chosen?: { target: Target | null; via: EdgeVia; handler: HandlerName; event: JsonObject },
  ): void {
    const { task } = activation;
    activation.status = 'success';
    activation.output = output;
    this.#active.delete(activation);
    activation.states[task.id] = {
      status: 'success',
      duration: 0,
      start_time: TIMESTAMP,
      end_time: TIMESTAMP,
      retry_count: 0,
      error: null,
      output,
    };
    this.#journal.succeed(activation, output);
    const handler = task.handlers.find(({ name }) => name === 'on_success');
    const target = chosen?.target ?? handler;
    if (chosen !== undefined) this.#journal.fire(activation, chosen.handler, chosen.event, target?.next ?? []);
    else if (handler !== undefined) {
      const event = { type: 'on_success', source: task.id, timestamp: TIMESTAMP, output, duration: 0 };
      this.#journal.fire(activation, 'on_success', event, handler.next);
    }
    if (activation.done !== null) activation.done(output);
    else if (!this.#lead(activation, target, chosen?.via ?? 'on_success')) this.#output = output;
  }

  #lead({ id, task: from }: Activation, to: Target | undefined, via: EdgeVia): boolean {
    let hasLed = false;
    for (const target of to?.next ?? []) {
      this.#journal.add({
        seq: this.#journal.seq,
        at: START,
        type: 'edge.taken',
        taskId: from.id,
        activation: id,
        via,
        target,
        with: NOTHING,
      });
      const task = this.#tasks.get(target);
      if (task === undefined) continue;
      hasLed = true;
      this.#arrive(task);
    }
    return hasLed;
  }

  #arrive(task: Task): void {
    const { perTask, perScope } = this.#load.workflow.limits;
    const count = (this.#counts.get(task.id) ?? 0) + 1;
    this.#counts.set(task.id, count);
    this.#arrivals += 1;
    if (count > perTask || this.#arrivals > perScope) throw new Error(`A limit is passed at ${task.id}.`);
    if (task.join !== 'all') {
      this.#enter(task, {});
      return;
    }
    const left = (this.#joins.get(task.id) ?? 1) - 1;
    this.#joins.set(task.id, left);
    const held = this.#held.get(task.id) ?? this.#hold(task);
    if (left === 0) this.#queue.push(() => this.#start(held));
  }

  #hold(task: Task): Activation {
    this.#activations += 1;
    const held = this.#create(task, {});
    this.#held.set(task.id, held);
    this.#journal.add({
      seq: this.#journal.seq,
      at: START,
      type: 'task.queued',
      taskId: task.id,
      activation: held.id,
      parent: null,
      operation: null,
    });
    return held;
  }

  #collect(activation: Activation, task: TaskOf<'collection'>): void {
    const items = this.#evaluate(activation, task.config.items ?? []) as readonly Json[]; // A list in this workflow.
    const size = task.config.batchSize?.kind === 'value' ? task.config.batchSize.value : 1;
    const outputs: Json[] = [];
    const ended: JsonObject[] = [];
    const states: States = {};
    const [body] = task.tasks;
    const runBatch = (batchIndex: number): void => {
      const first = batchIndex * size;
      const batch = items.slice(first, first + size);
      for (const [place, item] of batch.entries()) {
        const index = first + place;
        const own: States = {};
        const done = (output: Json): void => {
          outputs[index] = output;
          ended[index] = { status: 'success', output, error: null, duration: 0 };
          // What an item wrote is visible outside once it has ended.
          Object.assign(states, own);
          this.#journal.endItem(activation, { item, index, batch_index: batchIndex, total: items.length, output });
          if (index + 1 < first + batch.length) return;
          const total = Math.ceil(items.length / size);
          this.#journal.endBatch(activation, { index: batchIndex, batch, total, results: outputs.slice(first) });
          if (index + 1 < items.length) this.#queue.push(() => runBatch(batchIndex + 1));
          else this.#finish(activation, outputs, { states, items: ended });
        };
        this.#queue.push(() => {
          if (body === undefined) return;
          this.#activations += 1;
          const roots = { item, index, batch_index: batchIndex, batch };
          const part = { parent: activation.id, index, item: roots, states: own, done };
          this.#start(this.#create(body, {}, part));
        });
      }
    };
    this.#queue.push(() => runBatch(0));
  }

  /** A collection's own state holds how each item ended. */
  #finish(
    activation: Activation,
    outputs: readonly Json[],
    all: { states: States; items: readonly JsonObject[] },
  ): void {
    Object.assign(activation.states, all.states);
    this.#succeed(activation, outputs);
    const state = activation.states[activation.task.id];
    if (state !== undefined) activation.states[activation.task.id] = { ...state, items: all.items, failed_count: 0 };
  }

  #evaluate(activation: Activation, data: Data): Json {
    const compiled = this.#compiled.get(data) ?? compileData(data);
    this.#compiled.set(data, compiled);
    const result = evaluateCompiled(compiled, {
      root: (name) => this.#readRoot(activation, name),
      now: () => START,
      random: () => 0,
    });
    if (!result.ok) throw new Error(result.error.message);
    return result.value.value;
  }

  #readRoot(activation: Activation, name: string): Json | undefined {
    // An item's own results go over those around it.
    if (name === 'tasks') return activation.item === null ? this.#states : layOver(this.#states, activation.states);
    if (name === 'workflow') return { input: this.#load.input };
    if (name === 'input') return activation.input;
    return activation.item?.[name];
  }
}
