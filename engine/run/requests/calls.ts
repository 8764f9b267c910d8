import { isJsonObject, type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import { traitsOf } from '../../model/index.ts';
import { isCredentialKey } from '../../schema/index.ts';
import type { CallRequest, Missing, Outcome } from '../contract/Effect.ts';
import { hold, isHolding } from '../debugger/controls.ts';
import { block, blockedTime, standsStill } from '../debugger/standstill.ts';
import type { Activation } from '../state/Activation.ts';
import type { Continuation } from '../state/Continuation.ts';
import { emit, pause, refOf, warn } from '../state/emit.ts';
import { isBefore } from '../state/isBefore.ts';
import type { PendingCall, Run } from '../state/Run.ts';
import { deriveSeed } from '../state/random.ts';
import { useOf } from '../state/useOf.ts';
import { countSpending, enforceBudget } from './spending.ts';

/** Asks the host for a call, whose outcome resumes `continuation`; never, if the activation is stopped first. */
export function requestCall(
  run: Run,
  activation: Activation,
  call: { readonly request: CallRequest; readonly continuation: Continuation },
): void {
  if (isHolding(run)) {
    hold(run, activation, { kind: 'call.request', activation, ...call });
    return;
  }
  activation.step += 1;
  const placeIn = (attempt: number): string =>
    `${activation.program.id}/${activation.id}/${attempt}/${activation.part}${activation.step}`;
  const place = placeIn(activation.attempt);
  const key = `${run.started?.runId ?? ''}/${place}`;
  // The run's id stays out of the seed, so that one seed gives equal answers in any run.
  const seed = deriveSeed(run.started?.seed ?? 0, place);
  const request = withCallName(call.request);
  // The other side is to know all attempts by the key of the first, unless they may ask for something else.
  const isAgain = activation.attempt > 1 && asksTheSame(run, activation) && !isBefore(run, '0.3');
  const effect = {
    ...request,
    key,
    taskId: activation.program.id,
    simulate: run.started?.simulate ?? false,
    seed,
    ...(isAgain ? { onceKey: `${run.started?.runId ?? ''}/${placeIn(1)}` } : {}),
  };
  const { kind, name, body } = describe(request);
  emit(run, {
    type: 'effect.requested',
    ...refOf(activation),
    key,
    kind,
    name,
    request: redactCredentials(body),
  });
  run.effects.push(effect);
  const model = request.type === 'model.call' ? { provider: request.provider, model: request.model } : null;
  run.calls.set(key, { activation, model, requestedAt: run.now, effect, continuation: call.continuation });
  activation.calls.add(key);
}

/** Whether each attempt makes the same calls in the same order: not where a person gave another input, a model decides, or a wait asks for news. */
function asksTheSame(run: Run, { given, task }: Activation): boolean {
  return given === null && !traitsOf(task.type).waits && useOf(run, task).kind !== 'agent';
}

/** A built-in is called `core:<package>`, in whatever form its reference is written (format.md 3). */
function withCallName(request: CallRequest): CallRequest {
  return request.type === 'tool.call'
    ? { ...request, use: request.use.replace(/^core\/(?=[^/:]+$)/, 'core:') }
    : request;
}

function describe(request: CallRequest): { kind: 'tool' | 'model' | 'memory'; name: string; body: JsonObject } {
  if (request.type === 'tool.call') {
    const { use, toolId, input, config } = request;
    return { kind: 'tool', name: toolId ?? use, body: { use, input, config } };
  }
  if (request.type === 'memory.call') {
    const { memory, threadId, request: asked } = request;
    const { id = '' } = memory;
    const name = typeof id === 'string' ? id : '';
    return { kind: 'memory', name, body: { thread_id: threadId, ...asked, memory } };
  }
  const { agentId, provider, model, config, instructions, messages, tools, outputSchema } = request;
  const body: JsonObject = {
    provider,
    model,
    instructions,
    messages: messages.map(({ role, content }): Json => ({ role, content })),
    tools: tools.map(({ name, description }): Json => ({ name, description })),
    config,
    output_schema: outputSchema,
  };
  return { kind: 'model', name: agentId, body };
}

/** Resumes what waits for an outcome; an outcome that nothing waits for is dropped. */
export function completeCall(run: Run, key: string, outcome: Outcome): void {
  const pending = run.calls.get(key);
  if (pending === undefined) return;
  if (!outcome.ok && outcome.missing !== undefined) {
    awaitMissing(run, { key, pending }, { ...outcome.missing, message: outcome.error.message });
    return;
  }
  const { activation } = pending;
  run.calls.delete(key);
  activation.calls.delete(key);
  const cost = outcome.ok ? countSpending(run, pending, outcome.value) : undefined;
  emit(run, {
    type: 'effect.completed',
    ...refOf(activation),
    key,
    response: outcome.ok ? outcome.value : null,
    error: outcome.ok ? null : outcome.error,
    simulated: outcome.ok && outcome.simulated,
    duration: run.now - pending.requestedAt,
    ...(cost === undefined ? {} : { cost }),
  });
  if (outcome.ok) {
    if (outcome.simulated) activation.simulated = true;
    for (const { code, message, path = null } of outcome.warnings) warn(run, activation, { code, message, path });
    enforceBudget(run, pending, cost);
  }
  run.machine.resume(run, pending.continuation, outcome);
}

/** Pauses a run whose host lacks something for a call, which was not made: it is asked for again once the run is resumed. */
function awaitMissing(
  run: Run,
  { key, pending }: { readonly key: string; readonly pending: PendingCall },
  missing: Missing & { readonly message: string },
): void {
  const { activation, sentAt: _, ...unsent } = pending;
  block(run);
  run.calls.set(key, { activation, ...unsent, isHeld: true });
  // A step that has come to this is over.
  if (run.controls.paused?.reason === 'step') run.controls.paused = null;
  pause(run, { reason: 'missing', breakpoint: null, missing: { ...refOf(activation), ...missing } });
  hold(run, activation, { kind: 'call.again', key });
}

/** Asks the host once more for a call that was not made, as it was asked for before. */
export function askAgain(run: Run, key: string): void {
  const pending = run.calls.get(key);
  if (pending === undefined) return;
  const { isHeld: _, ...asked } = pending;
  run.calls.set(key, asked);
  run.effects.push(pending.effect);
}

/** Resumes `continuation` once the clock reads `at`, unless the activation is stopped first. Answers with the timer's id. */
export function startTimer(
  run: Run,
  activation: Activation,
  timer: { name: string; at: number; isDeadline?: true; continuation: Continuation },
): string {
  const id = `${run.started?.runId ?? ''}/${activation.program.id}/${activation.id}/${activation.attempt}/${activation.part}${timer.name}`;
  const pending = { activation, continuation: timer.continuation };
  run.timers.set(id, standsStill(pending) ? { ...pending, due: timer.at - blockedTime(run) } : pending);
  activation.timers.add(id);
  run.effects.push({
    type: 'timer.start',
    id,
    at: timer.at,
    ...(timer.isDeadline === true ? { isDeadline: true } : {}),
  });
  return id;
}

/** Stops a timer that has not fired; nothing happens for another. */
export function cancelTimer(run: Run, activation: Activation, id: string): void {
  if (!run.timers.delete(id)) return;
  activation.timers.delete(id);
  run.effects.push({ type: 'timer.cancel', id });
}

/** Resumes what waits for a timer; one cancelled meanwhile is dropped. */
export function fireTimer(run: Run, id: string): void {
  const pending = run.timers.get(id);
  if (pending === undefined) return;
  run.timers.delete(id);
  pending.activation.timers.delete(id);
  run.machine.resume(run, pending.continuation);
}

/** Cancels every timer and call that an activation has in flight. */
export function stopCalls(run: Run, activation: Activation): void {
  for (const id of activation.timers) cancelTimer(run, activation, id);
  for (const key of activation.calls) {
    run.calls.delete(key);
    run.effects.push({ type: 'effect.abort', key });
  }
  activation.calls.clear();
}

const MASK = '••••••';

/** A request as events may show it: texts in credential fields are masked, whatever they hold. */
function redactCredentials(value: Json): Json {
  if (Array.isArray(value)) return value.map(redactCredentials);
  if (!isJsonObject(value)) return value;
  return jsonObject(
    Object.entries(value).map(([key, inner]) => [
      key,
      typeof inner === 'string' && inner !== '' && isCredentialKey(key) ? MASK : redactCredentials(inner),
    ]),
  );
}
