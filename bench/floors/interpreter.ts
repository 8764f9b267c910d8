import { type Data, type Json, type JsonObject } from '../../engine/base/index.ts';
import { compileData, evaluateCompiled } from '../../engine/expression/index.ts';
import type { CollectionTask, DecisionTask, Handler, HandlerName, Target, Task } from '../../engine/model/index.ts';
import type { RunEventBody, RunInput } from '../../engine/run/index.ts';
import { type KeptRun, START } from '../runs/runInMemory.ts';
import type { Load } from '../runs/workflows.ts';

/** An event as it is kept. */
type Kept = { readonly seq: number; readonly at: number } & RunEventBody;

/** One run of one task. */
interface Activation {
  readonly id: number;
  readonly task: Task;
  readonly parent: number | null;
  readonly index: number | null;
  /** Roots for what runs in it; null outside an item. */
  readonly item: JsonObject | null;
  readonly passed: JsonObject;
  status: string;
  input: Json;
  output: Json;
  readonly done: ((output: Json) => void) | null;
}

const STEPS_PER_INPUT = 256;

/**
 * The floor for runs: the least that an interpreter does for the same duties. The same expressions, compiled once a run;
 * activations in a queue, evaluated `with`, statuses, outputs, joins, routes, batches; every event with its number and
 * time, every input journaled. It knows no effects, no errors, no retries, no limits, no cancelling, no pause.
 */
export function runFloor(load: Load): KeptRun {
  const run = new Floor(load);
  return run.run();
}

class Floor {
  readonly #load: Load;
  readonly #tasks: Map<string, Task>;
  readonly #inputs: RunInput[] = [];
  readonly #events: Kept[] = [];
  readonly #compiled = new Map<Data, ReturnType<typeof compileData>>();
  /** `tasks.<id>` as expressions read it. */
  readonly #states: Record<string, JsonObject> = {};
  readonly #queue: (() => void)[] = [];
  /** What a join waits for: how many of its sources have not come; and the activation that waits. */
  readonly #joins = new Map<string, number>();
  readonly #held = new Map<string, Activation>();
  #activations = 0;
  #output: Json = null;

  constructor(load: Load) {
    this.#load = load;
    this.#tasks = new Map(load.workflow.tasks.map((task) => [task.id, task]));
    for (const { handlers } of load.workflow.tasks)
      for (const { next } of handlers)
        for (const id of next)
          if (this.#tasks.get(id)?.join === 'all') this.#joins.set(id, (this.#joins.get(id) ?? 0) + 1);
  }

  run(): KeptRun {
    const { input } = this.#load;
    this.#inputs.push({
      type: 'run.started',
      at: START,
      runId: 'run-1',
      input,
      seed: 1,
      env: {},
      simulate: false,
      engine: 'bench',
      file: 'bench.yaml',
    });
    this.#emit({ type: 'run.started', runId: 'run-1', input, simulate: false });
    const [first] = this.#load.workflow.tasks;
    if (first !== undefined) this.#enter(first, {});
    for (let at = 0; at < this.#queue.length; at += 1) {
      if (at > 0 && at % STEPS_PER_INPUT === 0) this.#inputs.push({ type: 'run.continued', at: START });
      this.#queue[at]?.();
    }
    this.#emit({ type: 'run.finished', status: 'success', output: this.#output, error: null });
    return { inputs: this.#inputs, events: this.#events, output: this.#output };
  }

  #emit(body: RunEventBody): void {
    this.#events.push({ seq: this.#events.length, at: START, ...body });
  }

  #enter(task: Task, passed: JsonObject): void {
    this.#activations += 1;
    const activation = this.#create({ task, passed });
    this.#queue.push(() => this.#start(activation));
  }

  #create(of: Pick<Activation, 'task' | 'passed'> & Partial<Activation>): Activation {
    const blank = { parent: null, index: null, item: null, status: 'pending', input: null, output: null, done: null };
    return { ...blank, id: this.#activations, ...of };
  }

  #start(activation: Activation): void {
    const { id, task, parent, index, passed } = activation;
    activation.status = 'running';
    const isFirst = task === this.#load.workflow.tasks[0];
    const own = task.with === null ? {} : this.#evaluate(activation, task.with);
    const input = { ...(isFirst ? this.#load.input : {}), ...(own as JsonObject), ...passed }; // A map in each of these workflows.
    activation.input = input;
    const operation = index === null ? null : ({ kind: 'item', index } as const);
    this.#emit({ type: 'task.started', taskId: task.id, activation: id, parent, operation, input });
    this.#emit({ type: 'task.attempt', taskId: task.id, activation: id, attempt: 1 });
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
    this.#succeed(
      activation,
      { value, route: name, matched: route !== null },
      {
        target,
        via: route === null ? 'default' : `routes.${name}`,
        handler: route === null ? 'on_condition_nomatch' : 'on_condition_match',
        fields: { value, route: name, next },
      },
    );
  }

  #succeed(
    activation: Activation,
    output: Json,
    chosen?: { target: Target | null; via: `routes.${string}` | 'default'; handler: HandlerName; fields: JsonObject },
  ): void {
    const { id, task } = activation;
    activation.status = 'success';
    activation.output = output;
    const state = { status: 'success', duration: 0, retry_count: 0, error: null, output };
    if (activation.done === null) this.#states[task.id] = state;
    const ref = { taskId: task.id, activation: id };
    this.#emit({ type: 'task.succeeded', ...ref, output, duration: 0, retryCount: 0, simulated: false });
    const handler = task.handlers.find(({ name }) => name === 'on_success');
    const target = chosen?.target ?? handler;
    if (chosen !== undefined) this.#fire(activation, { ...chosen, next: target?.next ?? [] });
    else if (handler !== undefined)
      this.#fire(activation, { handler: 'on_success', fields: { output, duration: 0 }, next: handler.next });
    if (activation.done !== null) activation.done(output);
    else if (!this.#lead(ref, { target, via: chosen?.via ?? 'on_success' })) this.#output = output;
  }

  #lead(
    ref: { taskId: string; activation: number },
    way: { target: Target | Handler | undefined; via: `routes.${string}` | 'default' | 'on_success' },
  ): boolean {
    let hasLed = false;
    for (const target of way.target?.next ?? []) {
      this.#emit({ type: 'edge.taken', ...ref, via: way.via, target, with: {} });
      const task = this.#tasks.get(target);
      if (task === undefined) continue;
      hasLed = true;
      this.#arrive(task);
    }
    return hasLed;
  }

  #arrive(task: Task): void {
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
    const held = this.#create({ task, passed: {} });
    this.#held.set(task.id, held);
    this.#emit({ type: 'task.queued', taskId: task.id, activation: held.id, parent: null, operation: null });
    return held;
  }

  #fire({ id, task }: Activation, what: { handler: HandlerName; fields: JsonObject; next: readonly string[] }): void {
    const { handler, fields, next } = what;
    const event = { type: handler, source: task.id, timestamp: new Date(START).toISOString(), ...fields };
    this.#emit({ type: 'handler.fired', taskId: task.id, activation: id, handler, next, event });
  }

  #collect(activation: Activation, task: CollectionTask): void {
    const items = this.#evaluate(activation, task.config.items ?? []) as readonly Json[]; // A list in this workflow.
    const size = task.config.batchSize?.kind === 'value' ? task.config.batchSize.value : 1;
    const outputs: Json[] = [];
    const [body] = task.tasks;
    const runBatch = (batchIndex: number): void => {
      const first = batchIndex * size;
      const batch = items.slice(first, first + size);
      for (const [place, item] of batch.entries()) {
        const index = first + place;
        const done = (output: Json): void => {
          outputs[index] = output;
          const fields = { item, index, batch_index: batchIndex, total: items.length, output, duration: 0 };
          this.#fire(activation, { handler: 'on_item_success', fields, next: [] });
          const progress = { done: index + 1, total: items.length, failed: 0 };
          this.#emit({ type: 'task.progress', taskId: task.id, activation: activation.id, ...progress });
          if (index + 1 < first + batch.length) return;
          const results = outputs.slice(first);
          const errors = batch.map(() => null);
          const ended = {
            batch_index: batchIndex,
            batch,
            size: batch.length,
            total_batches: Math.ceil(items.length / size),
          };
          this.#fire(activation, {
            handler: 'on_batch_complete',
            fields: { ...ended, results, errors, duration: 0 },
            next: [],
          });
          if (index + 1 < items.length) this.#queue.push(() => runBatch(batchIndex + 1));
          else this.#succeed(activation, outputs);
        };
        this.#queue.push(() => {
          if (body === undefined) return;
          this.#activations += 1;
          const child = {
            task: body,
            passed: {},
            parent: activation.id,
            index,
            item: { item, index, batch_index: batchIndex },
            done,
          };
          this.#start(this.#create(child));
        });
      }
    };
    this.#queue.push(() => runBatch(0));
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
    if (name === 'tasks') return this.#states;
    if (name === 'workflow') return { input: this.#load.input };
    if (name === 'input') return activation.input;
    return activation.item?.[name];
  }
}
