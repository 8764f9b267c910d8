import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { WaitTask } from '../../model/index.ts';
import { cancelTimer, startTimer } from '../calls.ts';
import type { RunError } from '../Effect.ts';
import { emit, refOf } from '../emit.ts';
import { isRetryable, runError } from '../errors.ts';
import { evaluate, evaluateStrictly, frameOf, isMet } from '../evaluate.ts';
import { callHook } from '../hooks.ts';
import { toEvent } from '../plans.ts';
import type { Activation, Run } from '../Run.ts';
import { readDuration, readNumber, readSettings } from '../settings.ts';
import { fail, succeed } from '../settle.ts';
import { onSignal, takeSignal } from '../signals.ts';
import { findHandler } from '../TaskProgram.ts';
import { runUse } from '../uses.ts';

interface WaitOptions {
  readonly timeout: number;
  readonly interval: number;
  /** Null: as many as fit. */
  readonly maxChecks: number | null;
  readonly signal: string | null;
}

/**
 * Waits until its condition is truthy, its probe is, or its signal comes (format.md 5); with none of these it is a
 * delay. Output `{satisfied, checks, waited, value, signal}`.
 */
export function runWait(run: Run, activation: Activation, task: WaitTask): void {
  const options = readOptions(run, activation, task);
  if ('code' in options) fail(run, activation, { error: options });
  else new Waiting(run, activation, { task, options }).start();
}

function readOptions(run: Run, activation: Activation, task: WaitTask): WaitOptions | RunError {
  const frame = frameOf(run, activation);
  const { config } = task;
  const settings = readSettings(run, frame, {
    timeout: { setting: config.timeout, read: readDuration, where: 'config.timeout' },
    interval: { setting: config.checkInterval, read: readDuration, where: 'config.check_interval' },
    maxChecks: { setting: config.maxChecks, read: readNumber, where: 'config.max_checks' },
  });
  if (!settings.ok) return settings.error;
  const { timeout, interval, maxChecks } = settings.value;
  const signal = config.signal === null ? null : evaluate(run, frame, { data: config.signal, where: 'config.signal' });
  if (signal !== null && !signal.ok) return signal.error;
  if (timeout === null || interval === null || interval <= 0) {
    return runError(
      'CONFIGURATION_ERROR',
      'setting',
      `Task "${task.id}" needs config.timeout and a config.check_interval above zero.`,
    );
  }
  const name = signal?.value ?? null;
  return {
    timeout,
    interval,
    maxChecks,
    signal: name === null || typeof name === 'string' ? name : JSON.stringify(name),
  };
}

type Verdict = { readonly isMet: boolean; readonly value: Json } | RunError;

/** One attempt of a wait. */
class Waiting {
  private readonly run: Run;
  private readonly activation: Activation;
  private readonly task: WaitTask;
  private readonly options: WaitOptions;
  private readonly startedAt: number;
  private checks = 0;
  private dueAt: number;
  private checkTimer: string | null = null;
  private isChecking = false;
  /** The deadline passed while a check ran: its verdict still counts. */
  private isOver = false;
  private lastValue: Json = null;

  constructor(run: Run, activation: Activation, made: { task: WaitTask; options: WaitOptions }) {
    this.run = run;
    this.activation = activation;
    this.task = made.task;
    this.options = made.options;
    this.startedAt = run.now;
    this.dueAt = run.now;
  }

  start(): void {
    const { run, activation } = this;
    const until = this.startedAt + this.options.timeout;
    this.activation.status = 'waiting';
    emit(run, { type: 'task.waiting', ...refOf(activation), reason: this.reason(), until });
    startTimer(run, activation, { name: 'deadline', isDeadline: true, at: until, fired: () => this.reachDeadline() });
    if (this.options.signal !== null)
      onSignal(run, activation, { name: this.options.signal, heard: () => this.hear() });
    this.check();
  }

  private reason(): string {
    if (this.options.signal !== null) return `signal ${this.options.signal}`;
    return this.task.config.condition !== null || this.task.use !== null ? 'condition' : 'delay';
  }

  private check(): void {
    this.isChecking = true;
    this.checks += 1;
    const elapsed = this.run.now - this.startedAt;
    const fields = {
      check: this.checks,
      elapsed,
      remaining: Math.max(0, this.options.timeout - elapsed),
      last_value: this.lastValue,
    };
    callHook(this.run, this.activation, {
      handler: 'on_check',
      event: (head) => ({ ...head, ...fields }),
      index: this.checks - 1,
      done: () => this.probe(),
    });
  }

  private probe(): void {
    const { run, activation } = this;
    if (this.task.use === null) {
      this.conclude(this.judge());
      return;
    }
    runUse(run, {
      activation,
      frame: frameOf(run, activation),
      input: activation.input,
      done: (result) => {
        activation.output = result.ok ? result.value : null;
        if (result.ok) this.conclude(this.judge());
        else this.conclude(isRetryable(result.error) ? { isMet: false, value: null } : result.error);
      },
    });
  }

  /** Whether what it waits for is there now. A reference without a value is no reason to warn: that is what it waits for. */
  private judge(): Verdict {
    const { condition } = this.task.config;
    if (this.options.signal !== null) return this.judgeSignals(this.options.signal);
    if (condition === null)
      return { isMet: this.task.use !== null && isMet(this.activation.output), value: this.activation.output };
    return this.judgeCondition(condition, null);
  }

  private judgeCondition(condition: NonNullable<WaitTask['config']['condition']>, signal: JsonObject | null): Verdict {
    const roots = new Map<string, Json>(signal === null ? [] : [['signal', signal]]);
    const frame = frameOf(this.run, this.activation, { roots });
    const result = evaluateStrictly(this.run, frame, {
      data: condition,
      where: 'config.condition',
      options: { bare: true },
    });
    return result.ok ? { isMet: isMet(result.value.value), value: result.value.value } : result.error;
  }

  private judgeSignals(name: string): Verdict {
    const { condition } = this.task.config;
    const failures: RunError[] = [];
    const taken = takeSignal(this.run, name, (payload) => {
      if (condition === null) return true;
      const verdict = this.judgeCondition(condition, { name, payload });
      if ('code' in verdict) failures.push(verdict);
      return !('code' in verdict) && verdict.isMet;
    });
    const [failure] = failures;
    if (taken === undefined) return failure ?? { isMet: false, value: null };
    this.activation.roots.set('signal', { name, payload: taken });
    return { isMet: true, value: taken };
  }

  private conclude(verdict: Verdict): void {
    this.isChecking = false;
    if ('code' in verdict) {
      fail(this.run, this.activation, { error: verdict });
      return;
    }
    this.lastValue = verdict.value;
    if (verdict.isMet) this.finish(true);
    else if (this.options.maxChecks !== null && this.checks >= this.options.maxChecks) this.expire('max_checks');
    else if (this.isOver) this.expire('timeout');
    else this.scheduleCheck();
  }

  private scheduleCheck(): void {
    const { run, activation, options } = this;
    // Checks a late clock has passed over are left out, not made up for.
    this.dueAt = Math.max(this.dueAt + options.interval, run.now);
    if (this.dueAt > this.startedAt + options.timeout) return;
    this.checkTimer = startTimer(run, activation, {
      name: `check-${this.checks + 1}`,
      at: this.dueAt,
      fired: () => this.check(),
    });
  }

  private hear(): void {
    if (this.isChecking) return;
    const verdict = this.judge();
    if ('code' in verdict) fail(this.run, this.activation, { error: verdict });
    else if (verdict.isMet) {
      this.lastValue = verdict.value;
      this.finish(true);
    }
  }

  /** A check due at the deadline runs first, and one that is under way still counts if it ends within another interval. */
  private reachDeadline(): void {
    this.isOver = true;
    if (!this.isChecking) this.makeLastCheck();
    if (!this.isChecking) return;
    const at = this.run.now + this.options.interval;
    startTimer(this.run, this.activation, {
      name: 'last-check',
      isDeadline: true,
      at,
      fired: () => this.expire('timeout'),
    });
  }

  private makeLastCheck(): void {
    if (this.dueAt <= this.run.now && this.dueAt > this.startedAt) {
      if (this.checkTimer !== null) cancelTimer(this.run, this.activation, this.checkTimer);
      this.check();
    } else this.expire('timeout');
  }

  private expire(reason: 'timeout' | 'max_checks'): void {
    const { run, activation, task } = this;
    const leadsOn = (findHandler(task, 'on_timeout')?.next.length ?? 0) > 0;
    const isDelay = task.config.condition === null && task.use === null && this.options.signal === null;
    if (isDelay && !leadsOn) {
      this.finish(false);
      return;
    }
    const elapsed = run.now - this.startedAt;
    const event = toEvent(run, activation, { handler: 'on_timeout', fields: { reason, checks: this.checks, elapsed } });
    const message = `Task "${task.id}" waited ${elapsed} ms and ${this.checks} checks in vain.`;
    const error = runError('TIMEOUT_ERROR', `wait.${reason}`, message, { checks: this.checks, waited: elapsed });
    fail(run, activation, { error, choice: { handler: 'on_timeout', route: null, event } });
  }

  private finish(satisfied: boolean): void {
    const { run, activation } = this;
    const signal = activation.roots.get('signal');
    const output = {
      satisfied,
      checks: this.checks,
      waited: run.now - this.startedAt,
      value: this.lastValue,
      signal: isJsonObject(signal) ? signal : null,
    };
    succeed(run, activation, { output });
  }
}
