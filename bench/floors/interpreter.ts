import { type Data, type Json, type JsonObject, layOver } from '../../engine/base/index.ts';
import { compileData, evaluateCompiled } from '../../engine/expression/index.ts';
import type { EdgeVia } from '../../engine/graph/index.ts';
import type { CollectionTask, DecisionTask, HandlerName, Target, Task, Workflow } from '../../engine/model/index.ts';
import type { RunEvent, RunInput } from '../../engine/run/index.ts';
import { type Entry, type KeptRun, START, startOf } from '../runs/runInMemory.ts';
import type { Load } from '../runs/workflows.ts';

/** One run of one task. */
interface Activation {
  readonly id: number;
  readonly task: Task;
  readonly parent: number | null;
  readonly index: number | null;
  /** Roots for what runs in it; null outside an item. */
  readonly item: JsonObject | null;
  readonly passed: JsonObject;
  /** Where its state is written, and read by what runs beside it: an item has its own, over those around it. */
  readonly states: States;
  status: string;
  input: Json;
  output: Json;
  readonly done: ((output: Json) => void) | null;
}

/** What an item of a collection adds to its activation. */
type Part = Pick<Activation, 'parent' | 'index' | 'item' | 'states' | 'done'>;

/** `tasks.<id>` as expressions read it. */
type States = Record<string, JsonObject>;

const STEPS_PER_INPUT = 256;
const NOTHING: JsonObject = {};
const TIMESTAMP = new Date(START).toISOString();

type Templates = Map<Data, ReturnType<typeof compileData>>;

/** Templates of a workflow, compiled by its first run, as ours are. */
const TEMPLATES = new WeakMap<Workflow, Templates>();

/**
 * The floor for runs: the least that an interpreter does for the same duties. The same expressions, compiled once a
 * workflow; activations in a queue, evaluated `with`, statuses, outputs, joins, routes, batches; every event with its number and
 * time, every input journaled; limits counted, items over stores of their own, what is active known so that it could be
 * stopped. It knows no effects, no errors, no retries, no pause.
 */
export function runFloor(load: Load): KeptRun {
  const run = new Floor(load);
  return run.run();
}

class Floor {
  readonly #load: Load;
  readonly #tasks: Map<string, Task>;
  readonly #journal: Entry[] = [];
  /** Since the last input. */
  #events: RunEvent[] = [];
  #seq = 0;
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

  constructor(load: Load) {
    this.#load = load;
    this.#compiled = TEMPLATES.get(load.workflow) ?? new Map();
    TEMPLATES.set(load.workflow, this.#compiled);
    this.#tasks = new Map(load.workflow.tasks.map((task) => [task.id, task]));
    for (const { handlers } of load.workflow.tasks)
      for (const { next } of handlers)
        for (const id of next)
          if (this.#tasks.get(id)?.join === 'all') this.#joins.set(id, (this.#joins.get(id) ?? 0) + 1);
  }

  run(): KeptRun {
    const { input } = this.#load;
    this.#take(startOf(input));
    this.#emit({ seq: this.#seq, at: START, type: 'run.started', runId: 'run-1', input, simulate: false });
    const [first] = this.#load.workflow.tasks;
    if (first !== undefined) this.#enter(first, {});
    for (let at = 0; at < this.#queue.length; at += 1) {
      if (at > 0 && at % STEPS_PER_INPUT === 0) this.#take({ type: 'run.continued', at: START });
      this.#queue[at]?.();
    }
    this.#emit({
      seq: this.#seq,
      at: START,
      type: 'run.finished',
      status: 'success',
      output: this.#output,
      error: null,
    });
    return { journal: this.#journal, output: this.#output };
  }

  #take(input: RunInput): void {
    this.#events = [];
    this.#journal.push({ input, events: this.#events });
  }

  #emit(event: RunEvent): void {
    this.#events.push(event);
    this.#seq += 1;
  }

  #enter(task: Task, passed: JsonObject): void {
    this.#activations += 1;
    const activation = this.#create(task, passed);
    this.#queue.push(() => this.#start(activation));
  }

  #create(task: Task, passed: JsonObject, part: Part | null = null): Activation {
    const activation = {
      id: this.#activations,
      task,
      parent: part?.parent ?? null,
      index: part?.index ?? null,
      item: part?.item ?? null,
      states: part?.states ?? this.#states,
      passed,
      status: 'pending',
      input: null,
      output: null,
      done: part?.done ?? null,
    };
    this.#active.add(activation);
    return activation;
  }

  #start(activation: Activation): void {
    const { id, task, parent, index, passed } = activation;
    activation.status = 'running';
    const isFirst = task === this.#load.workflow.tasks[0];
    const own = task.with === null ? {} : this.#evaluate(activation, task.with);
    const below = isFirst ? layOver(this.#load.input, own as JsonObject) : (own as JsonObject); // A map in each of these workflows.
    const input = layOver(below, passed);
    activation.input = input;
    const operation = index === null ? null : ({ kind: 'item', index } as const);
    this.#emit({
      seq: this.#seq,
      at: START,
      type: 'task.started',
      taskId: task.id,
      activation: id,
      parent,
      operation,
      input,
    });
    this.#emit({ seq: this.#seq, at: START, type: 'task.attempt', taskId: task.id, activation: id, attempt: 1 });
    if (task.type === 'decision') this.#decide(activation, task);
    else if (task.type === 'collection') this.#collect(activation, task);
    else this.#succeed(activation, input);
  }

  #decide(activation: Activation, task: DecisionTask): void {
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
    const { id, task } = activation;
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
    this.#emit({
      seq: this.#seq,
      at: START,
      type: 'task.succeeded',
      taskId: task.id,
      activation: id,
      output,
      duration: 0,
      retryCount: 0,
      simulated: false,
    });
    const handler = task.handlers.find(({ name }) => name === 'on_success');
    const target = chosen?.target ?? handler;
    if (chosen !== undefined) this.#fire(activation, chosen.handler, chosen.event, target?.next ?? []);
    else if (handler !== undefined) {
      const event = { type: 'on_success', source: task.id, timestamp: TIMESTAMP, output, duration: 0 };
      this.#fire(activation, 'on_success', event, handler.next);
    }
    if (activation.done !== null) activation.done(output);
    else if (!this.#lead(activation, target, chosen?.via ?? 'on_success')) this.#output = output;
  }

  #lead({ id, task: from }: Activation, to: Target | undefined, via: EdgeVia): boolean {
    let hasLed = false;
    for (const target of to?.next ?? []) {
      this.#emit({
        seq: this.#seq,
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
    this.#emit({
      seq: this.#seq,
      at: START,
      type: 'task.queued',
      taskId: task.id,
      activation: held.id,
      parent: null,
      operation: null,
    });
    return held;
  }

  #fire({ id, task }: Activation, handler: HandlerName, event: JsonObject, next: readonly string[]): void {
    this.#emit({
      seq: this.#seq,
      at: START,
      type: 'handler.fired',
      taskId: task.id,
      activation: id,
      handler,
      next,
      event,
    });
  }

  #collect(activation: Activation, task: CollectionTask): void {
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
          // What an item wrote is seen outside once it is over.
          Object.assign(states, own);
          this.#fire(
            activation,
            'on_item_success',
            {
              type: 'on_item_success',
              source: task.id,
              timestamp: TIMESTAMP,
              item,
              index,
              batch_index: batchIndex,
              total: items.length,
              output,
              duration: 0,
            },
            [],
          );
          this.#emit({
            seq: this.#seq,
            at: START,
            type: 'task.progress',
            taskId: task.id,
            activation: activation.id,
            done: index + 1,
            total: items.length,
            failed: 0,
          });
          if (index + 1 < first + batch.length) return;
          const complete = {
            type: 'on_batch_complete',
            source: task.id,
            timestamp: TIMESTAMP,
            batch_index: batchIndex,
            batch,
            size: batch.length,
            total_batches: Math.ceil(items.length / size),
            results: outputs.slice(first),
            errors: batch.map(() => null),
            duration: 0,
          };
          this.#fire(activation, 'on_batch_complete', complete, []);
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

  /** A collection's own state says how each item ended. */
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
