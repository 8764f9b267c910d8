import { err, type Json, jsonObject, ok, type Result } from '../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import { createVault, findCredentialVariables, type Vault } from '../../effects/index.ts';
import { analyze } from '../../graph/index.ts';
import type { Workflow } from '../../model/index.ts';
import { prepareInput, type RunError, type RunStarted } from '../../run/index.ts';
import type { Diagnostic } from '../../text/index.ts';
import { ENGINE_VERSION } from '../version.ts';

/** What a person asks to be run. */
export interface NodeRunRequest {
  readonly path: string;
  readonly source: string;
  readonly input: Json;
  /** Values by name; those that reach a credential field of the workflow are kept as secrets. */
  readonly variables: ReadonlyMap<string, string>;
  readonly simulate: boolean;
  readonly seed: number;
  readonly runId: string;
  /** ms since the epoch. */
  readonly at: number;
  /** Goes into placeholders of secrets. */
  readonly salt: string;
}

/** A run that may start, with the secrets it must not see. */
export interface PreparedRun {
  readonly workflow: Workflow;
  readonly started: RunStarted;
  readonly vault: Vault;
}

/** Why a run cannot start: errors in its text, or a workflow and input that do not make a run. */
export type StartProblem =
  | { readonly type: 'check'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly type: 'input'; readonly error: RunError };

/** Checks a text and its input, and puts placeholders in the place of secrets. */
export function prepareRun(request: NodeRunRequest): Result<PreparedRun, StartProblem> {
  const { path, source, simulate, seed, runId, at, salt, variables } = request;
  const analysis = analyze(path, source);
  const diagnostics = checkAnalysis(analysis);
  if (blocksRun(diagnostics)) return err({ type: 'check', diagnostics });
  const { workflow } = analysis;
  if (workflow.tasks.length === 0) {
    const message = 'There is nothing to run: this file has no tasks.';
    return err({
      type: 'input',
      error: { code: 'CONFIGURATION_ERROR', message, details: { type: 'run.tasks', reason: message } },
    });
  }
  const credentials = findCredentialVariables(workflow);
  const secrets = [...variables].filter(([name, value]) => value !== '' && credentials.has(name));
  const vault = createVault(new Map(secrets), salt);
  const input = prepareInput(workflow, vault.conceal(request.input));
  if (!input.ok) return err({ type: 'input', error: input.error });
  const env = jsonObject([...variables].map(([name, value]) => [name, vault.placeholderOf(name) ?? value]));
  const started: RunStarted = {
    type: 'run.started',
    at,
    runId,
    input: input.value,
    seed,
    env,
    simulate,
    engine: ENGINE_VERSION,
    file: path,
  };
  return ok({ workflow, started, vault });
}
