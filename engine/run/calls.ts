import type { Json, JsonObject } from '../base/index.ts';
import { hold, isHolding } from './controls.ts';
import type { MemoryCall, ModelCall, Outcome, ToolCall } from './Effect.ts';
import { emit, refOf, warn } from './emit.ts';
import type { Activation, Run } from './Run.ts';
import { deriveSeed } from './random.ts';
import { redactCredentials } from './redactCredentials.ts';
import { countSpending, keepToBudget } from './spending.ts';

type Made = 'key' | 'taskId' | 'simulate' | 'seed';

/** A call as its task wants it: key, seed and mode are added here. */
export type CallRequest = Omit<ToolCall, Made> | Omit<ModelCall, Made> | Omit<MemoryCall, Made>;

/** Asks the host for a call and goes on with its outcome; never, if the activation is stopped first. */
export function requestCall(
  run: Run,
  activation: Activation,
  call: { request: CallRequest; done: (outcome: Outcome) => void },
): void {
  if (isHolding(run)) {
    hold(run, activation, () => requestCall(run, activation, call));
    return;
  }
  activation.step += 1;
  const place = `${activation.program.id}/${activation.id}/${activation.attempt}/${activation.part}${activation.step}`;
  const key = `${run.started?.runId ?? ''}/${place}`;
  // The run's id stays out of the seed, so that one seed gives equal answers in any run.
  const seed = deriveSeed(run.started?.seed ?? 0, place);
  const request = withCallName(call.request);
  const effect = { ...request, key, taskId: activation.program.id, simulate: run.started?.simulate ?? false, seed };
  const { kind, name, body } = describe(request);
  emit(run, { type: 'effect.requested', ...refOf(activation), key, kind, name, request: redactCredentials(body) });
  run.effects.push(effect);
  const model = request.type === 'model.call' ? { provider: request.provider, model: request.model } : null;
  run.calls.set(key, { activation, model, requestedAt: run.now, done: call.done });
  activation.calls.add(key);
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

/** Hands an outcome to whoever asked; one that nobody waits for any more is dropped. */
export function completeCall(run: Run, key: string, outcome: Outcome): void {
  const pending = run.calls.get(key);
  if (pending === undefined) return;
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
    for (const { code, message } of outcome.warnings) warn(run, activation, { code, message, path: null });
    keepToBudget(run, pending, cost);
  }
  pending.done(outcome);
}

/** Calls back once the clock reads `at`, unless the activation is stopped first. Answers with the timer's id. */
export function startTimer(
  run: Run,
  activation: Activation,
  timer: { name: string; at: number; isDeadline?: true; fired: () => void },
): string {
  const id = `${run.started?.runId ?? ''}/${activation.program.id}/${activation.id}/${activation.attempt}/${activation.part}${timer.name}`;
  run.timers.set(id, { activation, fired: timer.fired });
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

/** Hands the firing of a timer to whoever set it; one cancelled meanwhile is dropped. */
export function fireTimer(run: Run, id: string): void {
  const pending = run.timers.get(id);
  if (pending === undefined) return;
  run.timers.delete(id);
  pending.activation.timers.delete(id);
  pending.fired();
}

/** Takes back every timer and call an activation has under way. */
export function stopCalls(run: Run, activation: Activation): void {
  for (const id of activation.timers) cancelTimer(run, activation, id);
  for (const key of activation.calls) {
    run.calls.delete(key);
    run.effects.push({ type: 'effect.abort', key });
  }
  activation.calls.clear();
}
