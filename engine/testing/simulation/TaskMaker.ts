import type { Json } from '../../base/index.ts';
import { type AgentScript, type FaultPlace, MOST_REPAIRS, MOST_REQUESTS, MOST_STEPS } from './AgentScript.ts';
import type { Dice } from './Dice.ts';
import type { Behaviour, Reply } from './Scenario.ts';

/** A task while it is built. */
export type TaskDraft = Record<string, Json> & { readonly id: string; readonly type: string };

/** Where a task is made. */
export interface TaskPlace {
  /** Tasks that have ended whenever this one begins, and whose output holds `v`. */
  readonly before: readonly string[];
  /** How deep containers are nested here. */
  readonly depth: number;
  /** True where several run at a time, so that which one takes a signal depends on their order. */
  readonly isRepeated: boolean;
}

/** Longer than clocks jump and browsers stay closed: only what hangs ever takes so long. */
const LONG = '30d';

const RETRYABLE = ['COMMUNICATION_ERROR', 'RATE_LIMIT_ERROR', 'EXECUTION_ERROR'] as const;
const FINAL = ['AUTHORIZATION_ERROR', 'VALIDATION_ERROR'] as const;
const OK: Reply = { kind: 'ok' };
const FAULT_PLACES: readonly FaultPlace[] = ['recall', 'model', 'tool', 'remember'];

/** Makes tasks of all types whose results do not depend on time. */
export class TaskMaker {
  readonly dice: Dice;
  readonly behaviours = new Map<string, Behaviour>();
  readonly signals = new Map<string, Json>();
  readonly agents = new Map<string, AgentScript>();
  #count = 0;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  /** A task that calls the server, and is answered well. */
  leaf(prefix: string): TaskDraft {
    const task = this.#draft(prefix, 'basic');
    if (this.dice.chance(10)) this.#ask(task, false);
    else this.#use(task);
    return task;
  }

  /** A basic task that may fail, be retried, or time out. */
  basic(): TaskDraft {
    const task = this.#draft('b', 'basic');
    if (this.dice.chance(15)) return task;
    if (this.dice.chance(25)) this.#ask(task, true);
    else this.#use(task);
    this.#misbehave(task);
    return task;
  }

  /** A decision about its input; routes are for the caller to set. */
  decision(condition: string): TaskDraft {
    const task = this.#draft('d', 'decision');
    task['config'] = { condition };
    return task;
  }

  /** Any task. */
  any(place: TaskPlace): TaskDraft {
    const roll = this.dice.roll(place.depth < 2 ? 100 : 60);
    if (roll < 30) return this.basic();
    if (roll < 44) return this.map(place);
    if (roll < 60) return this.#wait(place);
    if (roll < 73) return this.#parallel(place);
    return roll < 86 ? this.#composite(place) : this.#collection(place);
  }

  map({ before }: TaskPlace): TaskDraft {
    const { dice } = this;
    const task = this.#draft('m', 'map');
    if (dice.chance(30)) this.#use(task);
    const mapping = { v: '{{ (input.v ?? 0) + 1 }}', seen: this.#read(before) };
    const broken = dice.chance(8) ? { v: dice.pick(['{{ 1 / 0 }}', '{{ input.nothing }}'], '') } : {};
    task['config'] = { mapping: { ...mapping, ...broken }, ...(dice.chance(40) ? { strict_mode: true } : {}) };
    if (dice.chance(40)) {
      const type = dice.chance(20) ? 'string' : 'number';
      const output = { type: 'object', required: ['v'], properties: { v: { type }, more: { default: 1 } } };
      task['config'] = { ...(task['config'] as object), validate_schema: true };
      task['schema'] = { output };
    } else if (dice.chance(20)) {
      const required = dice.chance(20) ? ['absent'] : [];
      task['schema'] = { input: { type: 'object', required, properties: { more: { default: 2 } } } };
    }
    return task;
  }

  #wait({ isRepeated }: TaskPlace): TaskDraft {
    const { dice } = this;
    const task = this.#draft('w', 'wait');
    const kind = dice.roll(10);
    const patient = { timeout: LONG, check_interval: '10d' };
    const brief = { timeout: '25ms', check_interval: '10ms', ...(dice.chance(40) ? { max_checks: 2 } : {}) };
    if (kind < 3) task['config'] = { ...patient, condition: '{{ (input.v ?? 0) >= 0 }}' };
    else if (kind < 5) {
      this.#use(task);
      task['config'] = { ...patient, condition: 'output.v >= 0' };
    } else if (kind < 7 && !isRepeated) {
      this.signals.set(task.id, { v: dice.roll(9) });
      task['config'] = { ...patient, signal: task.id };
    } else task['config'] = kind < 9 ? brief : { ...brief, condition: 'false' };
    return task;
  }

  #parallel(place: TaskPlace): TaskDraft {
    const { dice } = this;
    const task = this.#draft('p', 'parallel');
    const tasks = this.#children(place, '{{ len(operation_id) }}');
    for (const child of tasks) if (dice.chance(60)) child['on_error'] = { next: 'end' };
    const failFast = dice.chance(30);
    const limit = failFast && dice.chance(90) ? 1 : dice.pick([0, 1, 2], 0);
    task['config'] = { fail_fast: failFast, ...(limit === 0 ? {} : { max_concurrent: limit }) };
    task['tasks'] = tasks;
    this.#retryRarely(task);
    return task;
  }

  #composite(place: TaskPlace): TaskDraft {
    const { dice } = this;
    const task = this.#draft('c', 'composite');
    const tasks = this.#children(place, '{{ 2 }}');
    this.#jump(tasks);
    if (dice.chance(60)) task['config'] = { error_handling: 'continue' };
    task['tasks'] = tasks;
    this.#retryRarely(task);
    return task;
  }

  /** Some children lead elsewhere than to the next in the list. */
  #jump(tasks: readonly TaskDraft[]): void {
    const { dice } = this;
    for (const [index, child] of tasks.entries()) {
      const target = dice.chance(70) ? tasks[index + 1 + dice.roll(2)]?.id : undefined;
      const next = target ?? 'end';
      if (dice.chance(15)) child['on_success'] = { next, with: { v: '{{ input.v ?? 3 }}' } };
      if (dice.chance(40)) child['on_error'] = { next };
      if (dice.chance(5)) child['on_complete'] = { next };
    }
  }

  #collection(place: TaskPlace): TaskDraft {
    const { dice } = this;
    const task = this.#draft('i', 'collection');
    const items = dice.pick<Json>([[1, 2, 3], '{{ range(0, 4) }}', { a: 1, b: 2 }, [{ v: 3 }, { v: 4 }], [], [5]], []);
    const config: Record<string, Json> = { items };
    if (dice.chance(25)) config['filter'] = dice.pick(['index != 1', 'item != 2'], '');
    if (dice.chance(50)) config['batch_size'] = 1 + dice.roll(3);
    if (dice.chance(40)) config['max_concurrent'] = 1 + dice.roll(3);
    if (dice.chance(40)) config['mode'] = 'sequential';
    if (dice.chance(75)) config['continue_on_error'] = true;
    task['config'] = config;
    if (dice.chance(50)) {
      const own = { v: '{{ item.v ?? index }}' };
      if (dice.chance(15)) this.#ask(task, false, own);
      else this.#use(task, own);
      if (dice.chance(40)) this.#breakItem(task, config);
    } else {
      task['tasks'] = this.#children({ ...place, isRepeated: true }, '{{ index }}');
      this.#jump(task['tasks'] as readonly TaskDraft[]);
    }
    this.#retryRarely(task);
    return task;
  }

  #breakItem(task: TaskDraft, config: Record<string, Json>): void {
    const { dice } = this;
    const hangs = dice.chance(20);
    if (hangs) config['timeout_per_item'] = LONG;
    const reply: Reply = hangs ? { kind: 'hang' } : { kind: 'error', code: dice.pick(RETRYABLE, 'EXECUTION_ERROR') };
    this.behaviours.set(task.id, { replies: [OK], exception: { v: 1 + dice.roll(2), reply } });
  }

  #children(place: TaskPlace, own: string): TaskDraft[] {
    const { dice } = this;
    return Array.from({ length: 1 + dice.roll(3) }, () => {
      const child = this.any({ ...place, depth: place.depth + 1 });
      const v = dice.chance(50) ? own : this.#read(place.before);
      const given = child['with'] as Record<string, Json> | undefined;
      if (child.type !== 'collection') child['with'] = { ...given, v };
      return child;
    });
  }

  /** An expression over what ran before. */
  #read(before: readonly string[]): string {
    const id = before[this.dice.roll(before.length + 1)];
    return id === undefined ? '{{ workflow.input.v }}' : `{{ tasks.${id}.output.v ?? 0 }}`;
  }

  #draft(prefix: string, type: string): TaskDraft {
    this.#count += 1;
    return { id: `${prefix}${this.#count}`, type };
  }

  /** Half of the calls change something outside, so that their intent is journaled first. */
  #use(task: TaskDraft, more: Record<string, Json> = {}): void {
    task['use'] = 'core:http';
    task['with'] = { url: `/${task.id}`, method: this.dice.chance(50) ? 'POST' : 'GET', ...more };
  }

  /** An agent of a model that calls tools and remembers; one that may fail asks for too much, or never fits, now and then. */
  #ask(task: TaskDraft, mayFail: boolean, more: Record<string, Json> = {}): void {
    const { dice } = this;
    task['use'] = 'agent:helper';
    task['with'] = { q: task.id, thread_id: `thread ${dice.roll(2)}`, ...more };
    const fails = mayFail ? dice.roll(100) : 100;
    this.agents.set(task.id, {
      turns: fails < 4 ? MOST_REQUESTS : dice.roll(MOST_STEPS + 1),
      asksTwice: dice.chance(40),
      takesNotes: dice.chance(40),
      misfits: fails >= 4 && fails < 8 ? MOST_REPAIRS + 1 : dice.chance(25) ? 1 + dice.roll(MOST_REPAIRS) : 0,
      faultAt: dice.pick(FAULT_PLACES, 'model'),
    });
  }

  #misbehave(task: TaskDraft): void {
    const { dice } = this;
    const roll = dice.roll(100);
    if (roll < 62) return;
    const bad = this.#badReply(roll);
    const failures = 1 + dice.roll(3);
    this.behaviours.set(task.id, { replies: [...Array.from({ length: failures }, () => bad), OK] });
    if (bad.kind === 'hang' && roll < 99) task['config'] = { timeout: LONG };
    if (!dice.chance(85)) return;
    task['retry'] = {
      attempts: dice.chance(80) ? failures + dice.roll(2) : 1,
      backoff: dice.pick(['fixed', 'linear', 'exponential'], 'fixed'),
      interval: dice.pick(['0ms', '5ms', '1s'], '5ms'),
      jitter: dice.chance(50),
    };
  }

  #badReply(roll: number): Reply {
    const { dice } = this;
    if (roll < 86) return { kind: 'error', code: dice.pick(RETRYABLE, 'EXECUTION_ERROR') };
    if (roll < 92) return { kind: 'error', code: 'RATE_LIMIT_ERROR', retryAfter: 1 + dice.roll(50) };
    return roll < 95 ? { kind: 'error', code: dice.pick(FINAL, 'VALIDATION_ERROR') } : { kind: 'hang' };
  }

  #retryRarely(task: TaskDraft): void {
    if (this.dice.chance(10)) task['retry'] = { attempts: 1, backoff: 'fixed', interval: '3ms' };
  }
}
