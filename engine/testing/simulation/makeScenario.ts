import type { Json, JsonObject } from '../../base/index.ts';
import { agentParts } from './agents.ts';
import type { Dice } from './Dice.ts';
import { objectAt } from './Model.ts';
import type { Scenario } from './Scenario.ts';
import { type TaskDraft, TaskMaker } from './TaskMaker.ts';

/** An open end of what was made so far: leads to a task, with data under a name. */
type OpenExit = (target: string, name: string) => void;

/** A part of the graph with one way in. */
interface Block {
  readonly entry: string;
  readonly exits: readonly OpenExit[];
}

/** Where a block is added. */
interface BlockRequest {
  readonly before: string[];
  readonly depth: number;
  /** True next to other branches: there an unhandled error ends what happens to be in flight. */
  readonly isBeside: boolean;
}

const HOOKS: Readonly<Record<string, readonly string[]>> = {
  parallel: ['on_operation_start', 'on_operation_complete'],
  collection: ['on_item_start', 'on_item_success', 'on_item_error', 'on_batch_start', 'on_batch_complete'],
  composite: ['on_task_start', 'on_task_complete'],
};

/** A scenario whose end does not depend on time: branches meet in joins, and read only what has surely ended. */
export function makeScenario(dice: Dice): Scenario {
  return new ScenarioMaker(dice).make();
}

class ScenarioMaker {
  readonly #dice: Dice;
  readonly #maker: TaskMaker;
  readonly #tasks: TaskDraft[] = [];
  readonly #aside: TaskDraft[] = [];

  constructor(dice: Dice) {
    this.#dice = dice;
    this.#maker = new TaskMaker(dice);
  }

  make(): Scenario {
    const dice = this.#dice;
    const before: string[] = [];
    let { exits } = this.#block({ before, depth: 0, isBeside: false });
    for (let count = dice.roll(4); count > 0; count -= 1) {
      const next = this.#block({ before, depth: 0, isBeside: false });
      for (const exit of exits) exit(next.entry, 'v');
      exits = next.exits;
    }
    const outputs = before.map((id): [string, Json] => [id, `{{ tasks.${id}.output.v }}`]);
    if (dice.chance(15)) this.#meetTwice(exits);
    const { agents, behaviours, signals } = this.#maker;
    const tasks: Json = [...this.#tasks, ...this.#aside];
    const parts = agents.size > 0 ? this.#agentParts() : {};
    const workflow: JsonObject = {
      ...parts,
      tasks,
      ...(dice.chance(60) ? { outputs: Object.fromEntries(outputs) } : {}),
    };
    return { workflow, input: { v: dice.roll(20) }, behaviours, agents, signals };
  }

  #agentParts(): JsonObject {
    const dice = this.#dice;
    const provider = dice.pick(['mock', 'openai'], 'mock');
    const semanticRecall = { enabled: true, maxResults: 1 + dice.roll(2) };
    const options = { lastMessages: dice.roll(5), semanticRecall, workingMemory: { enabled: dice.chance(50) } };
    return agentParts(provider, dice.chance(80) ? options : null);
  }

  #block(request: BlockRequest): Block {
    const roll = this.#dice.roll(100);
    if (roll < 55 || request.depth > 1) return this.#single(request);
    if (roll < 75) return this.#fork(request);
    return roll < 90 ? this.#choice(request) : this.#loop(request);
  }

  #add(task: TaskDraft): TaskDraft {
    this.#tasks.push(task);
    return task;
  }

  #leaf(prefix: string): TaskDraft {
    const leaf = this.#maker.leaf(prefix);
    this.#aside.push(leaf);
    return leaf;
  }

  #single(request: BlockRequest): Block {
    const dice = this.#dice;
    const task = this.#add(
      this.#maker.any({ before: request.before, depth: request.depth > 1 ? 2 : 0, isRepeated: false }),
    );
    for (const hook of HOOKS[task.type] ?? []) {
      if (!dice.chance(12)) continue;
      const leaf = this.#leaf('h');
      if (dice.chance(20))
        this.#maker.behaviours.set(leaf.id, { replies: [{ kind: 'error', code: 'EXECUTION_ERROR' }] });
      task[hook] = { next: leaf.id, with: { v: '{{ event.index ?? event.batch_index }}' } };
    }
    if (dice.chance(6)) task['on_start'] = { next: this.#leaf('f').id, with: { v: '{{ event.input.v ?? 1 }}' } };
    const exits = [toExit(task, 'on_success', `{{ ${readOf(task)} ?? 0 }}`), ...this.#errorExits(task, request)];
    if (dice.chance(5)) task['on_complete'] = { next: this.#leaf('z').id, with: { v: 7 } };
    else if (dice.chance(8))
      exits.push(toExit(task, 'on_complete', '{{ 4 }}', { [`also_${task.id}`]: '{{ event.status }}' }));
    if (task.type === 'basic' || task.type === 'map') request.before.push(task.id);
    return { entry: task.id, exits };
  }

  /** Exits after an error, in all the forms that the format knows. */
  #errorExits(task: TaskDraft, { isBeside }: BlockRequest): OpenExit[] {
    const dice = this.#dice;
    const exits: OpenExit[] = [];
    if (task.type === 'wait' && dice.chance(60)) exits.push(toExit(task, 'on_timeout', '{{ 5 }}'));
    if (task.type === 'map' && dice.chance(50)) exits.push(toExit(task, 'on_validation_error', '{{ 6 }}'));
    const roll = dice.roll(isBeside ? 80 : 100);
    const retry = dice.chance(15) ? { retry: dice.chance(60) } : {};
    if (roll < 30) {
      task['on_error'] = retry;
      // Two branches must not pass their data to one join under one name.
      exits.push(toExit(task, 'on_error', '{{ 8 }}', { [`code_${task.id}`]: '{{ error.code }}' }));
    } else if (roll < 80) {
      const handler = this.#add(this.#maker.leaf('r'));
      exits.push(toExit(handler, 'on_success', '{{ output.v }}'));
      const target = { next: handler.id, with: { v: 1, code: '{{ error.code }}' } };
      if (roll < 50) task['on_error'] = { ...target, ...retry };
      else if (roll < 65)
        task['on_error'] = { routes: { TIMEOUT_ERROR: 'end', EXECUTION_ERROR: target, '*': handler.id } };
      else if (roll < 72)
        task['on_error'] = { condition: 'error.code', routes: { none: 'end', default: target }, ...retry };
      else task['on_error'] = { ...target, condition: isBeside ? 'true' : "error.code != 'EXECUTION_ERROR'", ...retry };
    }
    return exits;
  }

  #fork(request: BlockRequest): Block {
    const dice = this.#dice;
    const head = this.#add(this.#maker.leaf('b'));
    const heads: string[] = [];
    const meet = this.#maker.leaf('j');
    const count = 2 + dice.roll(2);
    const inner = { depth: request.depth + 1, isBeside: true };
    const joined: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const before = [...request.before, head.id];
      const first = this.#block({ ...inner, before });
      const second = dice.chance(40) ? this.#block({ ...inner, before }) : null;
      heads.push(first.entry);
      if (second !== null) for (const exit of first.exits) exit(second.entry, 'v');
      for (const exit of (second ?? first).exits) exit(meet.id, `v${index}`);
      joined.push(...before.slice(request.before.length + 1));
    }
    head['on_success'] = { next: heads, with: { v: '{{ output.v }}' } };
    meet['join'] = 'all';
    const sum = heads.map((_, index) => `(input.v${index} ?? 0)`).join(' + ');
    // What arrives is merged over the task's own data, and the own data does not see it under this name.
    meet['with'] = { ...(meet['with'] as object), v: `{{ ${sum} }}` };
    this.#add(meet);
    request.before.push(head.id, ...joined, meet.id);
    return { entry: head.id, exits: [toExit(meet, 'on_success', '{{ output.v }}')] };
  }

  #choice(request: BlockRequest): Block {
    const dice = this.#dice;
    const task = this.#add(this.#maker.decision(dice.pick(['input.v % 3', '{{ (input.v ?? 0) > 20 }}'], 'true')));
    const inner = { ...request, depth: request.depth + 1 };
    const blocks = [this.#block(inner), this.#block(inner)];
    const [one = '', two = ''] = blocks.map(({ entry }) => entry);
    const data = { v: '{{ input.v ?? 2 }}' };
    const routes: JsonObject = dice.chance(50)
      ? { 1: one, true: { next: one, with: data }, 2: { next: two, with: data } }
      : { big: { condition: 'value == true || value == 1', next: one, with: data }, 0: { next: two, with: data } };
    task['config'] = { ...(task['config'] as object), routes };
    const exits = blocks.flatMap(({ exits }) => exits);
    if (dice.chance(60)) task['config'] = { ...(task['config'] as object), default: { next: two, with: data } };
    else if (dice.chance(50)) exits.push(toExit(task, 'on_condition_nomatch', '{{ event.value }}'));
    else exits.push(toExit(task, 'on_success', '{{ input.v ?? 0 }}'));
    return { entry: task.id, exits };
  }

  #loop(request: BlockRequest): Block {
    const step = this.#add(this.#maker.leaf('s'));
    const task = this.#add(this.#maker.decision(`{{ input.n < ${1 + this.#dice.roll(3)} }}`));
    const data = { n: '{{ (input.n ?? 0) + 1 }}', v: '{{ output.v }}' };
    step['on_success'] = { next: task.id, with: data };
    const again = { next: step.id, with: { n: '{{ input.n }}', v: '{{ input.v }}' } };
    task['config'] = { ...(task['config'] as object), routes: { true: again } };
    request.before.push(step.id);
    return { entry: step.id, exits: [toExit(task, 'on_condition_nomatch', '{{ input.v }}')] };
  }

  /** Two branches lead to one task, which runs for each. */
  #meetTwice(exits: readonly OpenExit[]): void {
    const head = this.#add(this.#maker.leaf('b'));
    const last = this.#maker.leaf('t');
    const branches = [this.#maker.leaf('b'), this.#maker.leaf('b')];
    for (const exit of exits) exit(head.id, 'v');
    head['on_success'] = { next: branches.map(({ id }) => id), with: { v: '{{ output.v }}' } };
    for (const branch of branches) {
      this.#add(branch);
      toExit(branch, 'on_success', '{{ output.v }}')(last.id, 'v');
    }
    this.#add(last);
  }
}

/** The path of a task's own `v` after it. */
function readOf({ type }: TaskDraft): string {
  return type === 'basic' || type === 'map' ? 'output.v' : 'input.v';
}

function toExit(task: TaskDraft, handler: string, value: string, more: JsonObject = {}): OpenExit {
  return (next, name) => {
    const own = objectAt(task, handler);
    task[handler] = { ...own, next, with: { ...more, [name]: value } };
  };
}
