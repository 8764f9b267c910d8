import { ok, type Result } from '../../base/index.ts';
import type { Handler } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { isPermanent, isRetryable } from '../contract/errors.ts';
import { findHandler } from '../program/TaskProgram.ts';
import type { Activation } from '../state/Activation.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Run } from '../state/Run.ts';
import {
  evaluateBare,
  frameOf,
  isMet,
  readBoolean,
  readDuration,
  readNumber,
  readSetting,
  readSettings,
  readWord,
} from './evaluate.ts';

/** A retry policy with its templates resolved; times in ms. `maxInterval` null: no cap. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly backoff: 'fixed' | 'linear' | 'exponential';
  readonly interval: number;
  readonly maxInterval: number | null;
  readonly jitter: boolean;
}

/** What `on_error.retry: true` means without a policy (format.md 6). */
export const DEFAULT_POLICY: RetryPolicy = {
  attempts: 3,
  backoff: 'exponential',
  interval: 1000,
  maxInterval: 60_000,
  jitter: true,
};

/**
 * Delay before retry `n` (from 1), in ms (format.md 6):
 *
 * | backoff     | delay         | cap without max_interval |
 * |-------------|---------------|--------------------------|
 * | fixed       | i             | none                     |
 * | linear      | i * n         | 100 * i                  |
 * | exponential | i * 2^(n - 1) | 100 * i                  |
 *
 * With jitter it is then multiplied by 0.5 to 1 (`0.5 + 0.5 * random`). `retryAfter` raises it, past the cap too. `floor`
 * is the least it may be, see {@link floorBefore}.
 */
export function delayBefore(
  n: number,
  policy: RetryPolicy,
  chance: { readonly random: () => number; readonly retryAfter: number | null; readonly floor?: number },
): number {
  const { backoff, interval, jitter } = policy;
  const factor = backoff === 'fixed' ? 1 : backoff === 'linear' ? n : 2 ** Math.min(n - 1, 53);
  const cap = policy.maxInterval ?? (backoff === 'fixed' ? Number.POSITIVE_INFINITY : 100 * interval);
  const delay = Math.min(interval * factor, cap);
  const spread = jitter ? delay * (0.5 + 0.5 * chance.random()) : delay;
  return Math.round(Math.max(spread, chance.retryAfter ?? 0, chance.floor ?? 0));
}

/** The longest delay of a retry that a server can set, in ms: an hour. A longer one is cut to that, with a message. */
export const LONGEST_RETRY_AFTER = 3_600_000;

/** The least delay before retry `n` (from 1), in ms: after {@link UNBOUNDED_RETRIES} of them a task calls no more than once a second. */
export function floorBefore(n: number): number {
  return n > UNBOUNDED_RETRIES ? 1000 : 0;
}

/** So many retries come as soon as the policy says. */
const UNBOUNDED_RETRIES = 100;

/** The policy an error is retried by; null when it is not retried. `activation.error` is the error. */
export function findPolicy(run: Run, activation: Activation, error: RunError): Result<RetryPolicy | null, RunError> {
  if (!isRetryable(error) || (isPermanent(error, activation.task.retry?.on) && !isBefore(run, '0.3'))) return ok(null);
  const handler = findHandler(activation.task, 'on_error');
  const requested =
    handler === undefined || handler.retry === null
      ? ok(null)
      : readSetting(run, frameOf(run, activation), {
          setting: handler.retry,
          read: readBoolean,
          where: 'on_error.retry',
        });
  if (!requested.ok) return requested;
  if (requested.value === false) return ok(null);
  if (requested.value === true && handler !== undefined && !guardAllows(run, activation, handler)) return ok(null);
  const policy = readPolicy(run, activation);
  if (!policy.ok) return policy;
  return ok(policy.value ?? (requested.value === true ? DEFAULT_POLICY : null));
}

/** `condition` without routes guards a retry that `on_error.retry: true` asks for; one that fails does not allow it. */
function guardAllows(run: Run, activation: Activation, handler: Handler): boolean {
  if (handler.condition === null || handler.routes !== null) return true;
  const result = evaluateBare(run, frameOf(run, activation), { data: handler.condition, where: 'on_error.condition' });
  return result.ok && isMet(result.value);
}

function readPolicy(run: Run, activation: Activation): Result<RetryPolicy | null, RunError> {
  const { retry } = activation.task;
  if (retry === null) return ok(null);
  const settings = readSettings(run, frameOf(run, activation), {
    attempts: { setting: retry.attempts, read: readNumber, where: 'retry.attempts' },
    backoff: { setting: retry.backoff, read: readWord('fixed', 'linear', 'exponential'), where: 'retry.backoff' },
    interval: { setting: retry.interval, read: readDuration, where: 'retry.interval' },
    maxInterval: { setting: retry.maxInterval, read: readDuration, where: 'retry.max_interval' },
    jitter: { setting: retry.jitter, read: readBoolean, where: 'retry.jitter' },
  });
  if (!settings.ok) return settings;
  const { attempts, backoff, interval, maxInterval, jitter } = settings.value;
  return ok({
    attempts: attempts ?? 0,
    backoff: backoff ?? 'fixed',
    interval: interval ?? 0,
    maxInterval,
    jitter: jitter ?? false,
  });
}
