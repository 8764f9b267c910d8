import { childrenOf, type Setting, type Task, traitsOf } from '../model/index.ts';
import { DEFAULT_POLICY, delayBefore, floorBefore, LONGEST_RETRY_AFTER, type RetryPolicy } from '../run/index.ts';
import { inTurn, lasts, NOTHING, repeated, type Taken, unbounded } from './Bound.ts';

/** So many delays are added one by one; those after them are as long as the longest can be. */
const ADDED_ONE_BY_ONE = 1_000;

/** All attempts of a task with the delays between them (format.md 6), of which one attempt is this. */
export function boundRetries(task: Task, attempt: Taken): Taken {
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
