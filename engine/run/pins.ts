import { isJsonObject, type Json, jsonObject } from '../base/index.ts';
import { formatIso } from '../expression/index.ts';
import { resolveUse } from '../model/index.ts';
import type { RunError } from './Effect.ts';
import { errorToJson } from './errors.ts';
import { type Choice, toEvent } from './plans.ts';
import type { Activation, Run } from './Run.ts';
import type { Pin, PinKind } from './RunPlan.ts';
import { failFinally, succeed } from './settle.ts';
import { setAgentResult, setToolResult } from './stores.ts';
import { choiceOf } from './tasks/decision.ts';

/** What an activation answers with in place of running; undefined when it runs. */
export function findPin(run: Run, activation: Activation): Pin | undefined {
  return run.controls.pins.size === 0 ? undefined : run.controls.pins.get(activation.program.id);
}

/** Ends an activation with its pin: nothing is called and nothing is retried; handlers and routes follow as ever. */
export function settlePinned(run: Run, activation: Activation, pin: Pin): void {
  activation.pinned = pin.kind;
  activation.attempt = 1;
  if ('error' in pin) {
    keepUseError(run, activation, pin.error);
    failFinally(run, activation, { error: pin.error, choice: errorChoiceOf(run, activation, pin.error) });
    return;
  }
  keepUseResult(run, activation, pin);
  const choice = readChoice(run, activation, pin.output);
  succeed(run, activation, choice === null ? { output: pin.output } : { output: pin.output, choice });
}

/** `agents.<id>` and `tools.<id>` say what the task answered, as if what it uses had run. */
export function keepUseResult(
  run: Run,
  activation: Activation,
  { output, kind }: { readonly output: Json; readonly kind: PinKind },
): void {
  const use = resolveUse(run.program.workflow, activation.task);
  const { store } = activation.scope;
  if (use.kind === 'agent') {
    const metadata = { model: kind, timestamp: formatIso(run.now) };
    setAgentResult(
      store,
      use.agent.id,
      jsonObject([
        ['data', output],
        ['metadata', metadata],
      ]),
      null,
    );
  }
  if (use.kind === 'tool') setToolResult(store, use.tool.id, { output, at: run.now });
}

/** `agents.<id>.error` and `tools.<id>.error`, as if what the task uses had failed. */
export function keepUseError(run: Run, activation: Activation, error: RunError): void {
  const use = resolveUse(run.program.workflow, activation.task);
  const { store } = activation.scope;
  if (use.kind === 'agent') setAgentResult(store, use.agent.id, null, errorToJson(error));
  if (use.kind === 'tool') setToolResult(store, use.tool.id, { error: errorToJson(error) });
}

/** The handler that goes before `on_error` for an error of this kind: `on_timeout` of a wait, `on_validation_error` of a map. */
function errorChoiceOf(run: Run, activation: Activation, { code, details }: RunError): Choice | null {
  const said = isJsonObject(details) ? details : {};
  if (activation.task.type === 'wait' && code === 'TIMEOUT_ERROR') {
    const reason = said['type'] === 'wait.max_checks' ? 'max_checks' : 'timeout';
    const fields = { reason, checks: said['checks'] ?? 0, elapsed: said['waited'] ?? 0 };
    return { handler: 'on_timeout', route: null, event: toEvent(run, activation, { handler: 'on_timeout', fields }) };
  }
  if (activation.task.type !== 'map' || code !== 'VALIDATION_ERROR') return null;
  const fields = { errors: said['errors'] ?? [], value: activation.input };
  const event = toEvent(run, activation, { handler: 'on_validation_error', fields });
  return { handler: 'on_validation_error', route: null, event };
}

/** A pinned decision takes the route its output names. */
function readChoice(run: Run, activation: Activation, output: Json): Choice | null {
  return activation.task.type === 'decision' ? choiceOf(run, { task: activation.task, output }) : null;
}
