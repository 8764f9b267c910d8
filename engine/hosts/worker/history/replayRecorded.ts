import { err, loadPatterns, ok, type Result } from '../../../base/index.ts';
import { noDigest, TrackedRun } from '../../../driver/index.ts';
import { forkJournal, type RunError, type RunEvent, type RunInput } from '../../../run/index.ts';
import { prepareEnv } from '../../prepareEnv.ts';
import { renameChildren, renameInput } from '../exported/joinFamily.ts';
import type { RunReader } from '../exported/RunReader.ts';
import type { ReplayedExport } from '../exported/replayExport.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { Clock } from '../platform/clock.ts';
import { replayInSlices } from '../platform/replayInSlices.ts';
import type { ChangedMessage, ForkRequest, RunSummary, Variable } from '../protocol/protocol.ts';
import type { NewRecord } from '../run/open/openExecution.ts';
import { withSeal } from '../run/record/findChange.ts';
import { workflowOf } from '../run/record/workflowOf.ts';

/** What a replay needs. */
export interface ReplayContext {
  readonly clock: Clock;
  readonly reader: RunReader;
}

type Replayed = Pick<ReplayedExport, 'events' | 'counts'>;

/**
 * The events of a recorded run, with the exact source that ran. They end where the machine throws, as it did in the run. An imported run
 * is replayed within limits, by `reader`.
 */
export async function replayRecorded(
  recorded: JournaledRun,
  { clock, reader }: ReplayContext,
): Promise<Result<Replayed, { readonly message: string }>> {
  if (recorded.summary.isImported === true) {
    const replayed = await reader.replay(recorded);
    if (!replayed.ok) return err({ message: replayed.error });
    return ok({ ...replayed.value, events: renameChildren(replayed.value.events, rootOf(recorded.summary)) });
  }
  await loadPatterns();
  const events: RunEvent[] = [];
  const counts: number[] = [];
  try {
    const tracked = TrackedRun.begin(workflowOf(recorded), noDigest);
    for await (const step of replayInSlices(tracked, recorded.inputs, clock)) {
      for (const event of step.events) events.push(event);
      counts.push(events.length);
    }
  } catch {
    return ok({ events, counts });
  }
  return ok({ events, counts });
}

/** What a fork needs. */
export interface ForkContext extends ReplayContext {
  /** The id of the fork. */
  readonly runId: string;
  /** Gives an unguessable text. */
  readonly uniqueText: () => string;
}

/** A new run with the inputs of a recorded run up to an event. */
export async function forkRecorded(
  recorded: JournaledRun,
  { seq, isPaused, variables, message }: Omit<ForkRequest, 'runId'>,
  { runId, uniqueText, ...context }: ForkContext,
): Promise<Result<NewRecord, RunError>> {
  const replayed = await replayRecorded(recorded, context);
  if (!replayed.ok) return err(unreadable(replayed.error.message));
  const count = countInputs(replayed.value, seq, isPaused);
  const inputs = forkJournal(recorded.inputs, { runId, seq, inputs: count, isPaused }).map((input) =>
    withoutParent(recorded.summary.isImported === true ? renameInput(input, rootOf(recorded.summary)) : input),
  );
  if (message !== undefined)
    inputs.push(toEdit(message, { runId, at: context.clock.now(), after: inputs.at(-1)?.at ?? 0 }));
  const { summary, details } = recorded;
  const forked = forkSummary(summary, { runId, startedAt: context.clock.now() });
  const run: NewRecord = { summary: forked, details: { ...details, runId }, inputs };
  return ok(withSeal(summary.isImported === true ? withOwnEnv(run, variables, uniqueText()) : run));
}

/** The row of a fork of a run: one of a run that another one has started stands alone. */
export function forkSummary(summary: RunSummary, begun: Pick<RunSummary, 'runId' | 'startedAt'>): RunSummary {
  const {
    isKept: _,
    isImported,
    problem: __,
    parent: ___,
    usage: _usage,
    failure: _failure,
    warnings: _warnings,
    idle: _idle,
    ...row
  } = summary;
  const { runId: forkedFrom, importedFrom = '' } = row;
  // A fork holds the text of the imported run.
  const origin = isImported === true ? { importedFrom } : {};
  return { ...row, ...begun, ...origin, status: 'running', endedAt: null, forkedFrom };
}

function toEdit(
  { place, index, content }: ChangedMessage,
  fork: { readonly runId: string; readonly at: number; readonly after: number },
): RunInput {
  const at = Math.max(fork.at, fork.after);
  return { type: 'message.edited', at, key: `${fork.runId}/${place}`, index, content };
}

function rootOf({ runId, parent }: RunSummary): string {
  return parent?.root ?? runId;
}

/** The start of a run that stands alone. */
export function withoutParent(input: RunInput): RunInput {
  if (input.type !== 'run.started') return input;
  const { parent: _, ...started } = input;
  return started;
}

/**
 * A fork of an imported run reads the variables of this workspace. Its placeholders of secrets get a new salt: a placeholder
 * that the file contains has no meaning.
 */
function withOwnEnv({ summary, details, inputs }: NewRecord, variables: readonly Variable[], salt: string): NewRecord {
  const workflow = workflowOf({ summary, details });
  const { env } = prepareEnv(workflow, variables, salt);
  const own = inputs.map((input) => (input.type === 'run.started' ? { ...input, env } : input));
  return { summary, details: { ...details, salt }, inputs: own, workflow };
}

/** The number of inputs up to an event, with the one that caused it, unless that one ends the run. */
function countInputs({ events, counts }: Replayed, seq: number, isPaused: boolean): number {
  const found = counts.findIndex((count) => (events[count - 1]?.seq ?? -1) >= seq);
  const index = found === -1 ? counts.length - 1 : found;
  const ends = events[(counts[index] ?? 0) - 1]?.type === 'run.finished';
  return ends && !isPaused ? index : index + 1;
}

function unreadable(message: string): RunError {
  return { code: 'CONFIGURATION_ERROR', message, details: { type: 'run.unreadable', reason: message } };
}
