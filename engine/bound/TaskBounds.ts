import {
  childrenOf,
  configOf,
  DEFAULT_LIMITS,
  type HandlerName,
  runsTogether,
  type Setting,
  type Task,
  traitsOf,
  type Workflow,
} from '../model/index.ts';
import { DEFAULT_POLICY, delayBefore, floorBefore, LONGEST_RETRY_AFTER, type RetryPolicy } from '../run/index.ts';
import {
  amount,
  atOnce,
  type Bound,
  endedAfter,
  inTurn,
  lasts,
  longest,
  NOTHING,
  repeated,
  scaled,
  sum,
  type Taken,
  unbounded,
} from './Bound.ts';
import { boundItems } from './boundItems.ts';
import { boundScope } from './boundScope.ts';
import { type AnswerPrice, type BoundInside, boundUse } from './boundUse.ts';
import { type Level, type Levels, readLevels } from './Levels.ts';

/** What one activation of each task takes at most: all its attempts, with what runs inside of it and what its hooks call. */
export class TaskBounds {
  readonly #workflow: Workflow;
  readonly #prices: readonly AnswerPrice[];
  readonly #inside: BoundInside;
  readonly #levels: Levels;
  readonly #isLimited: boolean;
  readonly #known = new Map<Task, Taken>();
  readonly #open = new Set<Task>();

  constructor(workflow: Workflow, prices: readonly AnswerPrice[], inside: BoundInside) {
    const { perTask, perScope } = workflow.limits;
    this.#workflow = workflow;
    this.#prices = prices;
    this.#inside = inside;
    this.#levels = readLevels(workflow);
    this.#isLimited = perTask !== DEFAULT_LIMITS.perTask || perScope !== DEFAULT_LIMITS.perScope;
  }

  /** What begins at the top with a task, until nothing is left. */
  boundFrom(start: string): Taken {
    const { top } = this.#levels;
    return top.tasks.has(start) ? this.#boundScope(top, [start], (task) => this.boundTask(task)) : NOTHING;
  }

  /** One activation of a task, without the hooks that its container calls around it. */
  boundTask(task: Task): Taken {
    const known = this.#known.get(task);
    if (known !== undefined) return known;
    // A hook leads back to what it is called by: nothing but the depth of the machine ends that.
    if (this.#open.has(task)) {
      const gap = unbounded(task.id, 'recursion');
      return { time: gap, asked: gap, cost: gap };
    }
    this.#open.add(task);
    const bound = task.isDisabled ? NOTHING : boundRetries(task, this.#boundAttempt(task));
    this.#open.delete(task);
    this.#known.set(task, bound);
    return bound;
  }

  #boundAttempt(task: Task): Taken {
    const { children, waits, hasTimeout } = traitsOf(task.type);
    if (waits) return this.#boundWait(task);
    // A task of no known type fails at once.
    if (task.type === 'unknown') return NOTHING;
    if (children === 'item') return this.#boundItems(task);
    const attempt = runsTogether(task.type)
      ? this.#boundOperations(task)
      : (this.#boundInside(task) ?? this.#use(task));
    return hasTimeout ? endAt(task, attempt) : attempt;
  }

  #use(task: Task): Taken {
    return boundUse(this.#workflow, task, { prices: this.#prices, inside: this.#inside });
  }

  /** A check that is under way at the deadline may take another interval (format.md 5). Each check may ask a model. */
  #boundWait(task: Task): Taken {
    const { timeout, checkInterval } = configOf(task);
    if (timeout == null || checkInterval == null) return NOTHING;
    const probe = inTurn(this.#hook(task, 'on_check'), this.#use(task));
    const cost = probe.cost.most === 0 ? probe.cost : unbounded(task.id, 'loop');
    if (timeout.kind === 'template' || checkInterval.kind === 'template')
      return { ...lasts(unbounded(task.id, 'template')), cost };
    const isInstant = probe.time.most === 0;
    return { ...lasts(amount(timeout.value + (isInstant ? 0 : checkInterval.value))), cost };
  }

  #boundOperations(task: Task): Taken {
    const around = inTurn(this.#hook(task, 'on_operation_start'), this.#hook(task, 'on_operation_complete'));
    const operations = childrenOf(task).map((child) => inTurn(around, this.boundTask(child)));
    // Without children its own use is the one operation.
    if (operations.length === 0) return inTurn(around, this.#use(task));
    return boundParallel(configOf(task).maxConcurrent ?? null, operations);
  }

  #boundItems(task: Task): Taken {
    return boundItems(this.#workflow, task, {
      begin: this.#hook(task, 'on_item_start'),
      body: this.#boundInside(task) ?? this.#use(task),
      // Which of the two it is hangs on how it ended.
      end: atOnce([this.#hook(task, 'on_item_success'), this.#hook(task, 'on_item_error')]),
      beginBatch: this.#hook(task, 'on_batch_start'),
      endBatch: this.#hook(task, 'on_batch_complete'),
    });
  }

  /** What runs in list order inside of a container; null where it holds nothing. */
  #boundInside(task: Task): Taken | null {
    const level = this.#levels.inside.get(task);
    const [first] = level?.tasks.keys() ?? [];
    if (level === undefined || first === undefined) return null;
    const around = inTurn(this.#hook(task, 'on_task_start'), this.#hook(task, 'on_task_complete'));
    return this.#boundScope(level, [first], (child) => inTurn(around, this.boundTask(child)));
  }

  /** What one call of a hook takes: a scope of its own, of the tasks next to the one that calls it (format.md 7). */
  #hook(task: Task, name: HandlerName): Taken {
    const handler = task.handlers.find((each) => each.name === name);
    const level = this.#levels.around.get(task);
    if (handler === undefined || level === undefined) return NOTHING;
    const entries = handler.next.filter((id) => level.tasks.has(id));
    return entries.length === 0 ? NOTHING : this.#boundScope(level, entries, (each) => this.boundTask(each));
  }

  #boundScope(level: Level, entries: readonly string[], boundTask: (task: Task) => Taken): Taken {
    const { limits } = this.#workflow;
    return boundScope({ level, entries, limits, isLimited: this.#isLimited, boundTask });
  }
}

/** An attempt that its timeout ends. A template may give none. */
function endAt(task: Task, attempt: Taken): Taken {
  const { timeout } = configOf(task);
  if (timeout == null) return attempt;
  if (timeout.kind === 'value') return endedAfter(attempt, timeout.value);
  const isOpen = attempt.time.gaps.length > 0;
  return isOpen ? { ...lasts(unbounded(task.id, 'template')), cost: attempt.cost } : attempt;
}

/** So many delays are added one by one; those after them are as long as the longest can be. */
const ADDED_ONE_BY_ONE = 1_000;

/** All attempts of a task with the delays between them (format.md 6), of which one attempt is this. */
function boundRetries(task: Task, attempt: Taken): Taken {
  const policy = readPolicy(task);
  if (policy === null) return attempt;
  if (policy === 'template') return inTurn(attempt, lasts(unbounded(task.id, 'template')), costless(task, attempt));
  const retries = Math.max(0, Math.ceil(policy.attempts));
  return inTurn(repeated(attempt, retries + 1), delays(task, { ...policy, jitter: false }, retries));
}

/** How often what costs something is asked again is not in the text. */
function costless({ id }: Task, { cost }: Taken): Taken {
  return cost.most === 0 ? NOTHING : { ...NOTHING, cost: unbounded(id, 'template') };
}

function delays(task: Task, policy: RetryPolicy, retries: number): Taken {
  const atMost = isCalled(task) ? LONGEST_RETRY_AFTER : null;
  let time = 0;
  let asked = 0;
  const add = (retry: number, count: number): void => {
    const chance = { random: () => 1, floor: floorBefore(retry) };
    time += count * delayBefore(retry, policy, { ...chance, retryAfter: null });
    asked += count * delayBefore(retry, policy, { ...chance, retryAfter: atMost });
  };
  for (let retry = 1; retry <= Math.min(retries, ADDED_ONE_BY_ONE); retry += 1) add(retry, 1);
  if (retries > ADDED_ONE_BY_ONE) add(retries, retries - ADDED_ONE_BY_ONE);
  return { ...NOTHING, time: { most: time, gaps: [] }, asked: { most: asked, gaps: [] } };
}

/** Whether a failed attempt can carry the wish of a server: what a task uses itself, once for an attempt, and not one of its parts. */
function isCalled(task: Task): boolean {
  const { children, waits } = traitsOf(task.type);
  return task.use !== null && !waits && children !== 'item' && childrenOf(task).length === 0;
}

/** By what a task is tried again; null where it never is, `template` where its text does not say how often or how late. */
function readPolicy({ handlers, retry }: Task): RetryPolicy | 'template' | null {
  const wanted = handlers.find(({ name }) => name === 'on_error')?.retry ?? null;
  if (wanted?.kind === 'value' && !wanted.value) return null;
  if (retry === null) return wanted === null ? null : DEFAULT_POLICY;
  const { attempts, backoff, interval, maxInterval } = retry;
  const settings = [attempts, backoff, interval, ...(maxInterval === null ? [] : [maxInterval])];
  if (settings.some(({ kind }) => kind === 'template')) return 'template';
  return {
    attempts: valueOf(attempts, 0),
    backoff: valueOf(backoff, 'fixed'),
    interval: valueOf(interval, 0),
    maxInterval: maxInterval === null ? null : valueOf(maxInterval, 0),
    jitter: false,
  };
}

function valueOf<T>(setting: Setting<T>, otherwise: T): T {
  return setting.kind === 'value' ? setting.value : otherwise;
}

/** Operations that run at the same time where `max_concurrent` says nothing of it (format.md 4). */
const MOST_AT_ONCE = 100;

/**
 * Operations of which so many run at once, each beginning as one before it ends: together no longer than their sum by that number, and the
 * longest of them once more. A template may let them run one by one.
 */
function boundParallel(maxConcurrent: Setting<number> | null, operations: readonly Taken[]): Taken {
  const limit = maxConcurrent === null ? MOST_AT_ONCE : maxConcurrent.kind === 'value' ? maxConcurrent.value : 1;
  // Fewer than one is refused.
  if (limit < 1) return NOTHING;
  const lanes = Math.min(Math.floor(limit), MOST_AT_ONCE);
  const span = (bounds: readonly Bound[]): Bound => {
    const most = longest(bounds);
    if (bounds.length <= lanes || most.gaps.length > 0) return most;
    const all = sum(bounds);
    const shared = sum([scaled(all, 1 / lanes), most]);
    return shared.most < all.most ? shared : all;
  };
  return {
    time: span(operations.map(({ time }) => time)),
    asked: span(operations.map(({ asked }) => asked)),
    cost: sum(operations.map(({ cost }) => cost)),
  };
}
