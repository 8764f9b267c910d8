import { assertNever, isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { TaskOf } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { isRetryable, runError } from '../contract/errors.ts';
import type { UseResult } from '../contract/UseResult.ts';
import { evaluateStrictly, frameOf, isMet } from '../evaluate/evaluate.ts';
import { toEvent } from '../evaluate/planTransitions.ts';
import { findHandler } from '../program/TaskProgram.ts';
import { cancelTimer, startTimer } from '../requests/calls.ts';
import { listen, takeSignal } from '../requests/signals.ts';
import { fail, succeed } from '../scheduler/endAttempt.ts';
import { callHook } from '../scheduler/hooks.ts';
import type { Activation } from '../state/Activation.ts';
import type { WaitBody, WaitOptions } from '../state/attempts.ts';
import type { WaitContinuation } from '../state/Continuation.ts';
import { emit, refOf } from '../state/emit.ts';
import type { Choice } from '../state/Plan.ts';
import type { Run } from '../state/Run.ts';
import { runOwnUse } from './decision.ts';
import { readOptions, readWords, type Waiting, type Words } from './waitOptions.ts';

/**
 * Waits until its condition is truthy, its probe is, or its signal comes (format.md 5); with none of these it is a
 * delay. Output `{satisfied, checks, waited, value, signal}`.
 */
export function runWait(run: Run, activation: Activation, task: TaskOf<'wait'>): void {
  const options = readOptions(run, activation, task);
  if ('code' in options) return fail(run, activation, { error: options });
  const words = readWords(run, { activation, task });
  if ('code' in words) fail(run, activation, { error: words });
  else startWaiting(run, { activation, task }, { options, words });
}

type Verdict = { readonly isMet: boolean; readonly value: Json } | RunError;

function startWaiting(
  run: Run,
  waiting: Waiting,
  { options, words }: { readonly options: WaitOptions; readonly words: Words },
): void {
  const { activation } = waiting;
  const until = run.now + options.timeout;
  const flags = { checks: 0, checkTimer: null, isChecking: false, isPastDeadline: false, lastValue: null };
  const body: WaitBody = { kind: 'wait', options, words, startedAt: run.now, dueAt: run.now, ...flags };
  activation.body = body;
  activation.status = 'waiting';
  emit(run, { type: 'task.waiting', ...refOf(activation), reason: reasonOf(waiting.task, options), until, ...words });
  startTimer(run, activation, {
    name: 'deadline',
    isDeadline: true,
    at: until,
    continuation: { kind: 'wait.deadline', activation },
  });
  if (options.signal !== null) {
    const continuation = { kind: 'wait.signal', activation } as const;
    listen(run, activation, { kind: 'listener', name: options.signal, continuation });
  }
  check(run, waiting, body);
}

function reasonOf(task: TaskOf<'wait'>, options: WaitOptions): string {
  if (options.signal !== null) return `signal ${options.signal}`;
  return task.config.condition !== null || task.use !== null ? 'condition' : 'delay';
}

/** A wait is resumed by what it waits for itself. */
export function continueWait(run: Run, { kind, activation }: WaitContinuation): void {
  const { task } = activation;
  if (task.type === 'wait') resumeWait(run, { activation, task }, { kind, result: NOTHING });
}

const NOTHING: UseResult = { ok: true, value: null };

/** A wait is resumed: a check is due, a signal came, its deadline passed, or what it uses has ended. */
export function resumeWait(
  run: Run,
  waiting: Waiting,
  { kind, result }: { readonly kind: WaitContinuation['kind'] | 'use.end'; readonly result: UseResult },
): void {
  const { body } = waiting.activation;
  if (body?.kind !== 'wait') return;
  switch (kind) {
    case 'wait.check':
      check(run, waiting, body);
      return;
    case 'wait.probe':
      probe(run, waiting, body);
      return;
    case 'use.end':
      waiting.activation.output = result.ok ? result.value : null;
      if (result.ok) conclude(run, waiting, { body, verdict: judge(run, waiting, body) });
      else
        conclude(run, waiting, {
          body,
          verdict: isRetryable(result.error) ? { isMet: false, value: null } : result.error,
        });
      return;
    case 'wait.signal':
      checkSignal(run, waiting, body);
      return;
    case 'wait.deadline':
      reachDeadline(run, waiting, body);
      return;
    case 'wait.expire':
      expire(run, waiting, { body, reason: 'timeout' });
      return;
    default:
      assertNever(kind);
  }
}

function check(run: Run, { activation }: Waiting, body: WaitBody): void {
  body.isChecking = true;
  body.checks += 1;
  const elapsed = run.now - body.startedAt;
  const fields = {
    check: body.checks,
    elapsed,
    remaining: Math.max(0, body.options.timeout - elapsed),
    last_value: body.lastValue,
  };
  callHook(run, activation, {
    handler: 'on_check',
    event: (head) => ({ ...head, ...fields }),
    index: body.checks - 1,
    continuation: { kind: 'wait.probe', activation },
  });
}

function probe(run: Run, waiting: Waiting, body: WaitBody): void {
  if (waiting.task.use === null) conclude(run, waiting, { body, verdict: judge(run, waiting, body) });
  else runOwnUse(run, waiting.activation);
}

/** Whether it is satisfied now. A reference without a value is no reason to warn: the task waits for it. */
function judge(run: Run, { activation, task }: Waiting, { options }: WaitBody): Verdict {
  const { condition } = task.config;
  if (options.signal !== null) return judgeSignals(run, { activation, task }, options.signal);
  if (condition === null) return { isMet: task.use !== null && isMet(activation.output), value: activation.output };
  return judgeCondition(run, activation, { condition, signal: null });
}

function judgeCondition(
  run: Run,
  activation: Activation,
  by: { readonly condition: NonNullable<TaskOf<'wait'>['config']['condition']>; readonly signal: JsonObject | null },
): Verdict {
  const roots = new Map<string, Json>(by.signal === null ? [] : [['signal', by.signal]]);
  const result = evaluateStrictly(run, frameOf(run, activation, { roots }), {
    data: by.condition,
    where: 'config.condition',
    options: { bare: true },
  });
  return result.ok ? { isMet: isMet(result.value.value), value: result.value.value } : result.error;
}

function judgeSignals(run: Run, { activation, task }: Waiting, name: string): Verdict {
  const { condition } = task.config;
  const failures: RunError[] = [];
  const taken = takeSignal(run, name, (payload) => {
    if (condition === null) return true;
    const verdict = judgeCondition(run, activation, { condition, signal: { name, payload } });
    if ('code' in verdict) failures.push(verdict);
    return !('code' in verdict) && verdict.isMet;
  });
  const [failure] = failures;
  if (taken === undefined) return failure ?? { isMet: false, value: null };
  activation.roots.set('signal', { name, payload: taken });
  return { isMet: true, value: taken };
}

function conclude(run: Run, waiting: Waiting, { body, verdict }: { body: WaitBody; verdict: Verdict }): void {
  body.isChecking = false;
  if ('code' in verdict) {
    fail(run, waiting.activation, { error: verdict });
    return;
  }
  body.lastValue = verdict.value;
  const { maxChecks } = body.options;
  if (verdict.isMet) finish(run, waiting, { body, satisfied: true });
  else if (maxChecks !== null && body.checks >= maxChecks) expire(run, waiting, { body, reason: 'max_checks' });
  else if (body.isPastDeadline) expire(run, waiting, { body, reason: 'timeout' });
  else scheduleCheck(run, waiting.activation, body);
}

function scheduleCheck(run: Run, activation: Activation, body: WaitBody): void {
  const { options } = body;
  // Checks that a late clock has missed are skipped.
  body.dueAt = Math.max(body.dueAt + options.interval, run.now);
  if (body.dueAt > body.startedAt + options.timeout) return;
  const name = `check-${body.checks + 1}`;
  body.checkTimer = startTimer(run, activation, {
    name,
    at: body.dueAt,
    continuation: { kind: 'wait.check', activation },
  });
}

function checkSignal(run: Run, waiting: Waiting, body: WaitBody): void {
  if (body.isChecking) return;
  const verdict = judge(run, waiting, body);
  if ('code' in verdict) fail(run, waiting.activation, { error: verdict });
  else if (verdict.isMet) {
    body.lastValue = verdict.value;
    finish(run, waiting, { body, satisfied: true });
  }
}

/** A check due at the deadline runs first, and one in flight still counts if it ends within another interval. */
function reachDeadline(run: Run, waiting: Waiting, body: WaitBody): void {
  const { activation } = waiting;
  body.isPastDeadline = true;
  if (!body.isChecking) makeLastCheck(run, waiting, body);
  if (!body.isChecking) return;
  const at = run.now + body.options.interval;
  startTimer(run, activation, {
    name: 'last-check',
    isDeadline: true,
    at,
    continuation: { kind: 'wait.expire', activation },
  });
}

function makeLastCheck(run: Run, waiting: Waiting, body: WaitBody): void {
  if (body.dueAt <= run.now && body.dueAt > body.startedAt) {
    if (body.checkTimer !== null) cancelTimer(run, waiting.activation, body.checkTimer);
    check(run, waiting, body);
  } else expire(run, waiting, { body, reason: 'timeout' });
}

function expire(
  run: Run,
  waiting: Waiting,
  { body, reason }: { readonly body: WaitBody; readonly reason: 'timeout' | 'max_checks' },
): void {
  const { activation, task } = waiting;
  const { checks, options, startedAt } = body;
  const leadsOn = (findHandler(task, 'on_timeout')?.next.length ?? 0) > 0;
  const isDelay = task.config.condition === null && task.use === null && options.signal === null;
  if (isDelay && !leadsOn) {
    finish(run, waiting, { body, satisfied: false });
    return;
  }
  const elapsed = run.now - startedAt;
  const event = toEvent(run, activation, { handler: 'on_timeout', fields: { reason, checks, elapsed } });
  const message = `Task "${task.id}" waited ${elapsed} ms and ${checks} checks in vain.`;
  const error = runError('TIMEOUT_ERROR', `wait.${reason}`, message, { checks, waited: elapsed });
  fail(run, activation, { error, choice: { handler: 'on_timeout', route: null, event } });
}

function finish(run: Run, { activation }: Waiting, { body, satisfied }: { body: WaitBody; satisfied: boolean }): void {
  const signal = activation.roots.get('signal');
  const output = {
    satisfied,
    checks: body.checks,
    waited: run.now - body.startedAt,
    value: body.lastValue,
    signal: isJsonObject(signal) ? signal : null,
  };
  succeed(run, activation, { output });
}

/** `on_timeout` for a pinned error of a wait; null for errors of another kind. */
export function chooseForTimeout(run: Run, activation: Activation, { code, details }: RunError): Choice | null {
  if (code !== 'TIMEOUT_ERROR') return null;
  const given = isJsonObject(details) ? details : {};
  const reason = given['type'] === 'wait.max_checks' ? 'max_checks' : 'timeout';
  const fields = { reason, checks: given['checks'] ?? 0, elapsed: given['waited'] ?? 0 };
  return { handler: 'on_timeout', route: null, event: toEvent(run, activation, { handler: 'on_timeout', fields }) };
}
