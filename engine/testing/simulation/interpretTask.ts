import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { validateJson } from '../../schema/index.ts';
import { Failed, isMet, readValue, type Store } from './evaluateIn.ts';
import {
  type Activation,
  type Done,
  type Model,
  nextOf,
  objectAt,
  openScope,
  type Scope,
  tasksOf,
  textOf,
} from './Model.ts';
import { OpenError } from './Prediction.ts';

/** One attempt of a task, by its type (format.md sections 4 and 5). Throws {@link Failed} where it fails. */
export function runTask(model: Model, activation: Activation): Done {
  const { task } = activation;
  const hasChildren = tasksOf(task).length > 0;
  switch (task.type) {
    case 'decision':
      return decide(model, activation);
    case 'wait':
      return wait(model, activation);
    case 'map':
      return map(model, activation);
    case 'collection':
      return { output: new Collection(model, activation).run() };
    case 'parallel':
      return { output: hasChildren ? runParallel(model, activation) : runAlone(model, activation) };
    case 'composite':
      if (hasChildren) return { output: runComposite(model, activation) };
      break;
  }
  return { output: model.use(activation, activation.input, isBounded(activation)) };
}

function configOf({ task }: Activation): JsonObject {
  return objectAt(task, 'config');
}

function isBounded(activation: Activation): boolean {
  return configOf(activation)['timeout'] !== undefined;
}

function decide(model: Model, activation: Activation): Done {
  const { task } = activation;
  const config = configOf(activation);
  activation.output = model.use(activation, activation.input, false);
  const value = config['condition'] === undefined ? true : readValue(activation, config['condition'], true);
  const routes = Object.entries(objectAt(config, 'routes'));
  const frame = { ...activation, roots: { ...activation.roots, value } };
  const found = routes.find(([key, route]) => {
    const condition = isJsonObject(route) ? route['condition'] : undefined;
    return condition === undefined ? textOf(value) === key : isMet(readValue(frame, condition, true));
  });
  const matched = found !== undefined || (config['routes'] === undefined && isMet(value));
  const others = [config['default'], task['on_condition_nomatch'], task['on_success'], task['on_complete']];
  const isStuck = others.every((target) => !isJsonObject(target) || nextOf(target).length === 0);
  if (!matched && routes.length > 0 && isStuck) throw new Failed('ROUTING_ERROR');
  const fallback = nextOf(objectAt(config, 'default')).length > 0 ? objectAt(config, 'default') : null;
  const taken = matched ? toRoute(found?.[1]) : fallback;
  const name = found?.[0] ?? (!matched && fallback !== null ? 'default' : null);
  const handler = matched ? 'on_condition_match' : 'on_condition_nomatch';
  return {
    output: { value, route: name, matched },
    choice: { handler, route: taken, event: { value, route: name } },
  };
}

function toRoute(route: Json | undefined): JsonObject | null {
  if (route === undefined) return null;
  return isJsonObject(route) ? route : { next: route };
}

/** What is not there at the first check comes too late, or never: when that is found out depends on the clock. */
function wait(model: Model, activation: Activation): Done {
  const { task } = activation;
  const { condition, signal: name } = configOf(activation);
  const signal = typeof name === 'string' ? name : null;
  const hasUse = task['use'] !== undefined;
  const isDelay = condition === undefined && !hasUse && signal === null;
  const payload = signal === null ? undefined : model.takeSignal(signal);
  if (hasUse) activation.output = model.use(activation, activation.input, false);
  const value = condition === undefined ? activation.output : readValue(activation, condition, true);
  const isThere = signal === null ? !isDelay && isMet(value) : payload !== undefined;
  if (isThere) {
    if (signal === null) model.hook(activation, 'on_check', { check: 1 });
    const taken = payload === undefined || signal === null ? null : { name: signal, payload };
    return { output: { satisfied: true, value: taken === null ? value : taken.payload, signal: taken } };
  }
  if (task['on_check'] !== undefined) throw new OpenError('how often a wait checks');
  if (isDelay && nextOf(objectAt(task, 'on_timeout')).length === 0)
    return { output: { satisfied: false, value: null, signal: null } };
  throw new Failed('TIMEOUT_ERROR', null, { handler: 'on_timeout', route: null, event: {} });
}

function map(model: Model, activation: Activation): Done {
  const config = configOf(activation);
  const isStrict = config['strict_mode'] === true;
  const invalid = { handler: 'on_validation_error', route: null, event: {} };
  activation.output = model.use(activation, activation.input, false);
  let output = activation.output;
  try {
    if (config['mapping'] !== undefined) output = readValue(activation, config['mapping'], false, isStrict);
  } catch (error) {
    // A reference without a value is a mismatch; an expression that cannot be evaluated is not.
    if (!(error instanceof Failed) || error.code !== 'VALIDATION_ERROR') throw error;
    throw new Failed('VALIDATION_ERROR', null, invalid);
  }
  const schema = objectAt(activation.task, 'schema')['output'];
  if (config['validate_schema'] !== true || schema === undefined) return { output };
  const checked = validateJson(schema, output, { coerce: !isStrict, fillDefaults: !isStrict });
  if (checked.errors.length > 0) throw new Failed('VALIDATION_ERROR', null, invalid);
  return { output: checked.value };
}

/** A parallel without children: its own `use` is the one operation. */
function runAlone(model: Model, activation: Activation): Json {
  const fields = { operation_id: activation.task.id, index: 0 };
  model.hook(activation, 'on_operation_start', fields);
  try {
    return model.use(activation, activation.input, isBounded(activation));
  } finally {
    model.hook(activation, 'on_operation_complete', fields);
  }
}

function runParallel(model: Model, activation: Activation): Json {
  const level = tasksOf(activation.task);
  const config = configOf(activation);
  const isAlone = config['max_concurrent'] === 1 || level.length === 1;
  const outputs = new Map<string, Json>(level.map(({ id }) => [id, null]));
  const codes: string[] = [];
  const stores: Store[] = [];
  for (const [index, child] of level.entries()) {
    const store: Store = { parent: activation.scope.store, tasks: new Map() };
    const fields = { operation_id: child.id, index };
    const roots = { ...activation.roots, operation_id: child.id };
    stores.push(store);
    model.hook({ ...activation, roots }, 'on_operation_start', fields, store);
    const onSettled = ({ output }: Activation, isUnhandled: boolean): void => {
      const hasFailed = isUnhandled || store.tasks.get(child.id)?.['status'] !== 'success';
      outputs.set(child.id, hasFailed ? null : output);
    };
    const scope = model.enter(openScope({ level, store, roots, part: `operation ${index}`, onSettled }), [child.id]);
    model.hook({ ...activation, roots }, 'on_operation_complete', fields, store);
    if (scope.failure === null) continue;
    codes.push(scope.failure.code);
    if (config['fail_fast'] !== true) continue;
    if (!isAlone) throw new OpenError('what else ran when an operation failed');
    break;
  }
  for (const store of stores) merge(store);
  return conclude(codes, Object.fromEntries(outputs));
}

/** A container fails with the code of what failed first. */
function conclude(codes: readonly string[], output: Json): Json {
  const [first] = codes;
  if (first === undefined) return output;
  if (codes.some((code) => code !== first)) throw new OpenError('which operation failed first');
  throw new Failed(first, output);
}

function runComposite(model: Model, activation: Activation): Json {
  const goesOn = configOf(activation)['error_handling'] === 'continue';
  const { roots, scope } = activation;
  const { outputs, failure } = runSequence(model, activation, { store: scope.store, roots, goesOn, part: '' });
  return conclude(failure === null ? [] : [failure.code], outputs);
}

function runSequence(
  model: Model,
  activation: Activation,
  own: Pick<Scope, 'store' | 'roots' | 'goesOn' | 'part'>,
): { outputs: Json; failure: Scope['failure'] } {
  const level = tasksOf(activation.task);
  const outputs = new Map<string, Json>(level.map(({ id }) => [id, null]));
  const around = (handler: string, { task }: Activation): void =>
    model.hook(activation, handler, { task_id: task.id, index: level.indexOf(task) }, own.store);
  const onSettled = ({ task, output, state }: Activation): void => {
    outputs.set(task.id, state['status'] === 'success' ? output : null);
  };
  const scope = openScope({ ...own, level, isSequence: true, around, onSettled });
  model.enter(
    scope,
    level.slice(0, 1).map(({ id }) => id),
  );
  return { outputs: Object.fromEntries(outputs), failure: scope.failure };
}

/** One attempt of a collection. */
class Collection {
  readonly #model: Model;
  readonly #activation: Activation;
  readonly #config: JsonObject;
  #failed = 0;

  constructor(model: Model, activation: Activation) {
    this.#model = model;
    this.#activation = activation;
    this.#config = configOf(activation);
  }

  run(): Json {
    const items = this.#items();
    const size = Number(this.#config['batch_size'] ?? 1);
    const outputs: Json[] = items.map(() => null);
    const stores: Store[] = [];
    const count = Math.ceil(items.length / size);
    for (let first = 0, index = 0; first < items.length; first += size, index += 1) {
      const batch = items.slice(first, first + size);
      const fields = { batch_index: index, batch, size: batch.length, total_batches: count };
      this.#model.hook(this.#activation, 'on_batch_start', fields);
      for (const [place, item] of batch.entries()) {
        const roots = { ...this.#activation.roots, item, index: first + place, batch_index: index, batch, items };
        const store: Store = { parent: this.#activation.scope.store, tasks: new Map() };
        stores.push(store);
        outputs[first + place] = this.#runItem({ roots, store, index: first + place, isOnly: items.length === 1 });
      }
      this.#model.hook(this.#activation, 'on_batch_complete', fields);
    }
    for (const store of stores) merge(store);
    this.#activation.state = { failed_count: this.#failed };
    return outputs;
  }

  #items(): readonly Json[] {
    const { items, filter } = this.#config;
    const value = readValue(this.#activation, items ?? [], true);
    const list: readonly Json[] = Array.isArray(value)
      ? value
      : isJsonObject(value)
        ? Object.entries(value).map(([key, inner]) => ({ key, value: inner }))
        : [];
    if (value !== null && typeof value !== 'object') throw new Failed('VALIDATION_ERROR');
    if (filter === undefined) return list;
    const { roots } = this.#activation;
    return list.filter((item, index) =>
      isMet(readValue({ ...this.#activation, roots: { ...roots, item, index } }, filter, true)),
    );
  }

  #runItem(own: { roots: JsonObject; store: Store; index: number; isOnly: boolean }): Json {
    const { roots, store, index } = own;
    const part = { ...this.#activation, roots };
    const fields = { index, item: roots['item'] ?? null };
    this.#model.hook(part, 'on_item_start', fields, store);
    try {
      const output = this.#runBody(part, own);
      this.#model.hook(part, 'on_item_success', fields, store);
      return output;
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      this.#failed += 1;
      const isAlone = this.#config['mode'] === 'sequential' || own.isOnly;
      const goesOn = this.#config['continue_on_error'] === true;
      if (!goesOn && !isAlone) throw new OpenError('what else ran when an item failed');
      this.#model.hook(part, 'on_item_error', fields, store);
      if (!goesOn) throw new Failed(error.code);
      return null;
    }
  }

  #runBody(part: Activation, own: { store: Store; index: number }): Json {
    const { task, roots } = part;
    const level = tasksOf(task);
    if (level.length > 0) {
      const scope = { store: own.store, roots, goesOn: false, part: `item ${own.index}` };
      const { outputs, failure } = runSequence(this.#model, part, scope);
      if (failure !== null) throw new Failed(failure.code);
      return level.length === 1 && isJsonObject(outputs) ? (Object.values(outputs)[0] ?? null) : outputs;
    }
    const { items: _, ...rest } = isJsonObject(part.input) ? part.input : {};
    const item = roots['item'] ?? null;
    const plain = { ...rest, item, index: own.index, ...(isJsonObject(item) ? item : {}) };
    const input = task['with'] === undefined ? plain : readValue({ ...part, store: own.store }, task['with']);
    return this.#model.use(part, input, this.#config['timeout_per_item'] !== undefined);
  }
}

function merge({ parent, tasks }: Store): void {
  if (parent !== null) for (const [id, state] of tasks) parent.tasks.set(id, state);
}
