import { err, loadPatterns, ok, type Result } from '../../../base/index.ts';
import { effectiveWorkflow } from '../../../graph/index.ts';
import { PastComparison, type PastDifference } from '../../../proof/index.ts';
import { forkJournal, type RunError, type RunInput } from '../../../run/index.ts';
import { prepareEnv } from '../../prepareEnv.ts';
import { checkText } from '../../prepareRun.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import { createSlices } from '../platform/createSlices.ts';
import type { ForkRequest, StartFailure } from '../protocol/protocol.ts';
import type { NewRecord } from '../run/open/openExecution.ts';
import { withSeal } from '../run/record/findChange.ts';
import { workflowOf } from '../run/record/workflowOf.ts';
import { forkSummary, withoutParent } from './replayRecorded.ts';

/** A fork that is neither stored nor executed yet. */
export interface PreparedFork {
  readonly record: NewRecord;
  /** With another text: the first step of the past that differs; absent: none does. */
  readonly before?: PastDifference;
}

/** What a fork on another text is asked for. */
type TextFork = Pick<ForkRequest, 'seq' | 'variables'> & { readonly text: NonNullable<ForkRequest['text']> };

/**
 * A new run with another text of the file, and the inputs of a recorded run as far as both texts do the same with them; it is paused right
 * before the first step that differs, at the latest after the event `seq`. Variables are those of the record, and of
 * today where it has none.
 */
export async function forkOnText(
  recorded: JournaledRun,
  { seq, variables, text }: TextFork,
  { runId, clock }: { readonly runId: string; readonly clock: Clock },
): Promise<Result<PreparedFork, StartFailure>> {
  const { summary, details } = recorded;
  const refusal = explainRefusal(recorded);
  if (refusal !== null) return refuse(refusal);
  const checked = await checkText({ path: summary.path, ...text });
  if (checked.isBlocked) return err({ type: 'check', diagnostics: checked.diagnostics });
  await loadPatterns();
  const workflow = effectiveWorkflow(checked.analysis);
  const past = new PastComparison(workflowOf(recorded), workflow);
  const yieldToEventLoop = createSlices(clock);
  for (const input of recorded.inputs) {
    if (!past.take(input, seq)) break;
    await yieldToEventLoop();
  }
  const { difference } = past;
  if (difference === null && summary.endedAt !== null && past.inputs === recorded.inputs.length)
    return refuse('With the text as it is now, all of this run is as it was: there is nothing to continue.');
  const { env } = prepareEnv(workflow, variables, details.salt ?? '');
  const fork = { runId, seq: past.seq, inputs: past.inputs, isPaused: true };
  const inputs = forkJournal(recorded.inputs, fork).map((input) => withEnv(past.toInput(withoutParent(input)), env));
  const forked = { ...forkSummary(summary, { runId, startedAt: clock.now() }), name: workflow.name };
  const files = checked.analysis.imports?.texts ?? new Map<string, string>();
  const record = withSeal({
    summary: forked,
    details: { ...details, runId, source: text.source, files },
    inputs,
    workflow,
  });
  return ok(difference === null ? { record } : { record, before: difference });
}

function explainRefusal({ summary, from }: JournaledRun): string | null {
  if (summary.isImported === true || summary.importedFrom !== undefined)
    return 'This run came from a file: fork it, or run the workflow with its input.';
  return from > 0 ? 'How this run began is no longer kept, so that it cannot be continued on another text.' : null;
}

function withEnv(input: RunInput, env: Extract<RunInput, { readonly type: 'run.started' }>['env']): RunInput {
  return input.type === 'run.started' ? { ...input, env: { ...env, ...input.env } } : input;
}

function refuse(message: string): Result<never, StartFailure> {
  const error: RunError = { code: 'CONFIGURATION_ERROR', message, details: { type: 'run.past', reason: message } };
  return err({ type: 'input', error });
}
