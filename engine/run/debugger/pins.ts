import { type Json, jsonObject } from '../../base/index.ts';
import { formatIso } from '../../expression/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { errorToJson } from '../contract/errors.ts';
import type { Pin, PinKind } from '../contract/RunPlan.ts';
import { setAgentResult, setToolResult } from '../evaluate/stores.ts';
import type { Activation } from '../state/Activation.ts';
import type { Run } from '../state/Run.ts';
import { useOf } from '../state/useOf.ts';

/** What an activation answers with in place of running; undefined when it runs. */
export function findPin(run: Run, activation: Activation): Pin | undefined {
  return run.controls.pins.size === 0 ? undefined : run.controls.pins.get(activation.program.id);
}

/** Sets `agents.<id>` and `tools.<id>` to the task's result, as if what it uses had run. */
export function keepUseResult(
  run: Run,
  activation: Activation,
  { output, kind }: { readonly output: Json; readonly kind: PinKind | 'edited' },
): void {
  const use = useOf(run, activation.task);
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

/** Sets `agents.<id>.error` and `tools.<id>.error`, as if what the task uses had failed. */
export function keepUseError(run: Run, activation: Activation, error: RunError): void {
  const use = useOf(run, activation.task);
  const { store } = activation.scope;
  if (use.kind === 'agent') setAgentResult(store, use.agent.id, null, errorToJson(error));
  if (use.kind === 'tool') setToolResult(store, use.tool.id, { error: errorToJson(error) });
}
