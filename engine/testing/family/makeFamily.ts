import type { Json } from '../../base/index.ts';
import { Dice } from '../simulation/Dice.ts';

/** Files of a workspace whose `root.yaml` runs others, these others again, three deep. */
export interface Family {
  readonly seed: number;
  readonly files: Readonly<Record<string, string>>;
  /** True: some run is cancelled by the time of the task that started it. */
  readonly hasTimeout: boolean;
}

/** How many runs may be inside of each other below the outermost one. */
const DEEPEST = 3;

/** Makes the family of a seed. What never answers is cut off after `timeout`, by whoever waits for it. */
export function makeFamily(seed: number, timeout = '5ms'): Family {
  const maker = new FamilyMaker(Dice.ofSeed(seed), timeout);
  maker.makeFile('root.yaml', 0);
  return { seed, files: Object.fromEntries(maker.files), hasTimeout: maker.hasTimeout };
}

type Draft = Record<string, Json> & { id: string };

class FamilyMaker {
  readonly files = new Map<string, string>();
  hasTimeout = false;
  readonly #dice: Dice;
  readonly #timeout: string;
  #count = 0;

  constructor(dice: Dice, timeout: string) {
    this.#dice = dice;
    this.#timeout = timeout;
  }

  makeFile(name: string, depth: number): void {
    const dice = this.#dice;
    // Named before it is filled: files below have other names.
    this.files.set(name, '');
    const steps = Array.from({ length: 1 + dice.roll(2) }, () => this.#step(depth));
    if (depth === 0) steps.push(this.#child(depth));
    if (depth > 0 && dice.chance(15))
      steps.push(this.#task({ use: 'core:raise', with: { code: 'NO', message: 'no' } }));
    const tasks = steps.map((step, index) => link(step, steps[index + 1]?.id));
    const outputs = Object.fromEntries(steps.map(({ id }) => [id, `{{ tasks.${id}.output }}`]));
    const agents = [{ id: 'helper', use: 'core:agent', config: { provider: 'openai', model: 'gpt-4.1' } }];
    this.files.set(name, JSON.stringify({ agents, tasks, outputs }));
  }

  #step(depth: number): Draft {
    const roll = this.#dice.roll(100);
    if (roll < 25) return this.#call();
    if (roll < 40) return this.#task({ use: 'agent:helper', with: { prompt: 'Hi {{ workflow.input.v ?? 0 }}' } });
    if (roll < 47) return { ...this.#task({}), type: 'wait', config: { timeout: '20ms', check_interval: '10ms' } };
    if (depth >= DEEPEST) return this.#call();
    if (roll < 52) return this.#hanging();
    if (roll < 72) return this.#child(depth);
    return roll < 86 ? this.#parallel(depth) : this.#collection(depth);
  }

  #call(): Draft {
    const method = this.#dice.chance(60) ? 'POST' : 'GET';
    const retry = this.#dice.chance(40) ? { retry: { attempts: 2, backoff: 'fixed', interval: '3ms' } } : {};
    return { ...this.#task({ use: 'core:http', with: { url: '/', method, query: V } }), ...retry };
  }

  #child(depth: number): Draft {
    const retry = this.#dice.chance(20) ? { retry: { attempts: 1, backoff: 'fixed', interval: '3ms' } } : {};
    return { ...this.#task(this.#below(depth, V)), ...retry };
  }

  #below(depth: number, input: Json): Record<string, Json> {
    const names = [...this.files.keys()].filter((name) => name.startsWith(`level${depth + 1}`));
    const again = this.#dice.chance(30) ? this.#dice.pick(names, '') : '';
    const file = again === '' ? `level${depth + 1}-${this.files.size}.yaml` : again;
    if (again === '') this.makeFile(file, depth + 1);
    return { use: 'core:workflow', with: { file, input } };
  }

  #collection(depth: number): Draft {
    const dice = this.#dice;
    const mode = dice.chance(70) ? 'parallel' : 'sequential';
    const items = `{{ range(0, ${1 + dice.roll(2)}) }}`;
    const most = dice.chance(40) ? { max_concurrent: 1 + dice.roll(2) } : {};
    // Side by side, it would depend on time which of them are cancelled when one fails.
    const continues = mode === 'parallel' || dice.chance(70);
    const config = { items, mode, continue_on_error: continues, ...most };
    return { ...this.#task(this.#below(depth, { v: '{{ item }}' })), type: 'collection', config };
  }

  #parallel(depth: number): Draft {
    const tasks = [this.#child(depth), this.#dice.chance(50) ? this.#call() : this.#child(depth)].map((task) => ({
      ...task,
      on_error: { next: 'end' },
    }));
    return { ...this.#task({}), type: 'parallel', config: { fail_fast: false }, tasks };
  }

  /** A run that never ends, itself below another one now and then, until the time of its task is over. */
  #hanging(): Draft {
    this.hasTimeout = true;
    const post = { id: 'before', type: 'basic', use: 'core:http', with: { url: '/', method: 'POST' } };
    const hang = { id: 'hang', type: 'basic', use: 'core:http', with: { url: '/', method: 'POST' } };
    const around = { id: 'around', type: 'basic', use: 'core:workflow', with: { file: 'hang.yaml' } };
    this.files.set('hang.yaml', JSON.stringify({ tasks: [link(post, 'hang'), hang] }));
    this.files.set('around.yaml', JSON.stringify({ tasks: [link(post, 'around'), around] }));
    const file = this.#dice.chance(50) ? 'around.yaml' : 'hang.yaml';
    return { ...this.#task({ use: 'core:workflow', with: { file } }), config: { timeout: this.#timeout } };
  }

  #task(fields: Record<string, Json>): Draft {
    this.#count += 1;
    return { id: `t${this.#count}`, type: 'basic', ...fields };
  }
}

const V = { v: '{{ workflow.input.v ?? 0 }}' };

/** Whatever becomes of a task, the next one follows; an error of the last one is the run's. */
function link(task: Draft, next: string | undefined): Draft {
  return next === undefined ? task : { ...task, on_success: { next }, on_error: { next } };
}
