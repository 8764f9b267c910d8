import { err, type Json, ok, type Result } from '../base/index.ts';
import type { Vault } from '../effects/index.ts';
import { type Analysis, analyze, effectiveWorkflow } from '../graph/index.ts';
import { isTestFile, type Workflow } from '../model/index.ts';
import { prepareInput, type RunError, type RunStarted } from '../run/index.ts';
import type { Diagnostic } from '../text/index.ts';
import { prepareEnv } from './prepareEnv.ts';
import type { RunRequest, StartRefusal } from './RunRequest.ts';

/** A checked request, ready to start. */
export interface PreparedStart {
  /** With its imports resolved. */
  readonly workflow: Workflow;
  /** The texts that were imported, by path. */
  readonly imported: ReadonlyMap<string, string>;
  readonly started: RunStarted;
  readonly vault: Vault;
}

/** What the host provides for a start. */
export interface RunStamp {
  readonly runId: string;
  /** ms since the epoch. */
  readonly at: number;
  /** An unguessable text, part of the placeholders of secrets. */
  readonly salt: string;
  /** Version of the engine. */
  readonly version: string;
  /** Waited for between two steps of work on a large input; absent: it is done at once. */
  readonly rest?: (() => Promise<void>) | undefined;
}

/** The text of a workflow, read with its imports and checked. */
export interface CheckedText {
  readonly analysis: Analysis;
  readonly diagnostics: readonly Diagnostic[];
  /** Its errors keep it from running. */
  readonly isBlocked: boolean;
}

/** Reads and checks a text; `previous`: an analysis of it from before. */
export async function checkText(
  { path, source, files = new Map() }: Pick<RunRequest, 'path' | 'source' | 'files'>,
  previous?: Analysis,
): Promise<CheckedText> {
  const analysis = analyze(path, source, previous, files);
  // Loaded with the first start: a worker that only resumes runs does not need the checks.
  const { blocksRun, checkAnalysis } = await import('../check/index.ts');
  const diagnostics = checkAnalysis(analysis);
  return { analysis, diagnostics, isBlocked: blocksRun(diagnostics) };
}

/** Checks a request, whose text may have been `checked` already: errors in it block it, then its input must match `schema.input`. Replaces secrets with placeholders. */
export async function prepareRun(
  request: Omit<RunRequest, 'baseUrl'>,
  stamp: RunStamp,
  checked?: CheckedText,
): Promise<Result<PreparedStart, StartRefusal>> {
  const { path, simulate, seed } = request;
  const { analysis, diagnostics, isBlocked } = checked ?? (await checkText(request));
  if (isBlocked) return err({ type: 'check', diagnostics });
  const workflow = effectiveWorkflow(analysis);
  if (workflow.tasks.length === 0) {
    const message = isTestFile(path)
      ? 'There is nothing to run: this file has tests of a workflow, and no tasks. Run the workflow, or play its tests.'
      : 'There is nothing to run: this file has no tasks. Add one first.';
    return err({
      type: 'input',
      error: { code: 'CONFIGURATION_ERROR', message, details: { type: 'run.tasks', reason: message } },
    });
  }
  const { addUnset, withAgentPrices } = await import('./unsetVariables.ts');
  const { env, vault } = prepareEnv(workflow, addUnset(workflow, request.variables), stamp.salt);
  const input = await concealInput(vault, request.input, stamp.rest);
  if (!input.ok) return err({ type: 'input', error: input.error });
  const prepared = prepareInput(workflow, input.value);
  if (!prepared.ok) return err({ type: 'input', error: prepared.error });
  const { runId, at, version } = stamp;
  const prices = withAgentPrices(workflow, request.prices ?? []);
  const started = {
    type: 'run.started',
    at,
    runId,
    input: prepared.value,
    seed,
    env,
    simulate,
    engine: version,
    file: path,
    ...(request.plan === undefined ? {} : { plan: request.plan }),
    ...(request.budget === undefined ? {} : { budget: request.budget }),
    ...(prices.length === 0 ? {} : { prices }),
  } as const;
  return ok({ workflow, imported: analysis.imports?.texts ?? new Map(), started, vault });
}

/** The input without the values of secrets. An error where it is nested over 256 levels deep, which nothing could hold. */
async function concealInput(vault: Vault, input: Json, rest: RunStamp['rest']): Promise<Result<Json, RunError>> {
  try {
    const steps = vault.concealInSteps(input);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return ok(value);
      await rest?.();
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'The input is nested over 256 levels deep. Use a flatter one.';
    return err({ code: 'VALIDATION_ERROR', message, details: { type: 'input.depth', reason: message } });
  }
}
