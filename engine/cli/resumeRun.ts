import { existsSync } from 'node:fs';
import { err, ok, type Result } from '../base/index.ts';
import { effectiveWorkflow } from '../graph/index.ts';
import {
  analyzeRecorded,
  childFolder,
  continueJournal,
  createRealClock,
  createVirtualClock,
  GrownJournalError,
  type HostState,
  hasSettled,
  type JournalHead,
  type JournalReader,
  type Restoration,
  recordedVault,
  reopenJournal,
  type Variable,
} from '../hosts/node/index.ts';
import type { Workflow } from '../model/index.ts';
import { EMPTY_VIEW, foldRun, type RunError } from '../run/index.ts';
import { budgetOf, explainSpent } from './budget.ts';
import type { CommandIo } from './CommandIo.ts';
import { explainMissing } from './given/findMissing.ts';
import type { ResumeCommand } from './given/RUN.ts';
import { cannotStart } from './given/readGiven.ts';
import { refuseSignals } from './given/toSignals.ts';
import { attempt, explainInside, type OwnedJournal, ownRecorded, withJournal } from './journalFiles.ts';
import type { SourceFile } from './readFiles.ts';
import type { Execution } from './startRun.ts';

/** Resumes the run in a journal, with the text it started with; `source`: the file the command names, which must have that text. */
export async function resumeRun(
  io: CommandIo,
  command: ResumeCommand,
  { variables, source }: Pick<Resuming, 'variables' | 'source'>,
): Promise<Result<Execution, RunError>> {
  const owned = await ownRecorded(io, command.record.journal);
  if (!owned.ok) return owned;
  const resumed = await resumeOwned(io, command, { variables, source, owned: owned.value });
  if (!resumed.ok) owned.value.claim.release();
  return resumed;
}

interface Resuming {
  readonly variables: readonly Variable[];
  readonly source: SourceFile | null;
  readonly owned: OwnedJournal;
}

/** Reads the journal again where its owner before added a line meanwhile: it may do so once, until it sees that it has lost it. */
async function resumeOwned(
  io: CommandIo,
  command: ResumeCommand,
  { variables, source, owned }: Resuming,
  attempts = 3,
): Promise<Result<Execution, RunError>> {
  const opened = await reopenRecorded(io, command.record, source);
  if (!opened.ok) return opened;
  try {
    return toResumed(io, command, { variables, ...opened.value, ...owned });
  } catch (error) {
    if (!(error instanceof GrownJournalError)) throw error;
    if (attempts === 0) return err(cannotStart('journal', error.message));
    return resumeOwned(io, command, { variables, source, owned }, attempts - 1);
  }
}

/** A run as its journal has it. */
interface RecordedState {
  readonly head: JournalHead;
  readonly workflow: Workflow;
  readonly restored: Restoration;
  readonly state: HostState | null;
  readonly end: JournalReader['end'];
}

function reopenRecorded(
  io: CommandIo,
  { journal: name, events }: ResumeCommand['record'],
  source: SourceFile | null,
): Promise<Result<RecordedState, RunError>> {
  return withJournal(io, name, async (reader, head) => {
    if (head.start?.parent !== undefined)
      return err(cannotStart('journal', `${name}: ${explainInside(io, name, '--resume')}`));
    const other = source === null ? null : explainOther(name, head, source);
    if (other !== null) return err(cannotStart('journal', other));
    const workflow = effectiveWorkflow(analyzeRecorded(head));
    const { stored } = reader;
    // A file of events is written from the beginning of the run on.
    const reopened = await reopenJournal(workflow, events === null ? stored : { ...stored, checkpoints: [] });
    if (!reopened.ok) return err({ ...reopened.error, message: `${name}: ${reopened.error.message}` });
    if (reopened.value.restored.tracked.inputs === 0) return err(cannotStart('journal', `${name}: ${NOT_BEGUN}`));
    return ok({ ...reopened.value, head, workflow, end: reader.end });
  });
}

const NOT_BEGUN =
  'An earlier version of Signalbox was stopped before it wrote down what this run was given, and nothing of the run was done. Start it again, with --force to write over this file.';

/** Why a named file is not the one whose run a journal has; null where it is. */
function explainOther(name: string, head: JournalHead, source: SourceFile): string | null {
  if (source.text === head.source) return null;
  const isSame = source.path === head.path;
  return isSame
    ? `${source.path} was changed since the run in ${name} started, and a run continues with the text it started with. Leave the file out to resume that run: signalbox run --journal ${name} --resume.`
    : `The run in ${name} is that of ${head.path}, not of ${source.path}. Leave the file out to resume it: signalbox run --journal ${name} --resume.`;
}

/** Throws {@link GrownJournalError}. */
function toResumed(
  io: CommandIo,
  command: ResumeCommand,
  {
    variables,
    restored,
    state,
    head,
    workflow,
    end,
    file,
    claim,
  }: RecordedState & OwnedJournal & Pick<Resuming, 'variables'>,
): Result<Execution, RunError> {
  const { start, record } = command;
  const name = record.journal;
  const view = foldRun(state?.view ?? EMPTY_VIEW, restored.events);
  const budget = { ...state?.budget, ...budgetOf(restored.inputs), ...start.budget };
  const spent = view.paused?.reason === 'budget' ? explainSpent(view, budget, name) : null;
  if (spent !== null) return err(spent);
  const mayStart = start.workspace !== null || restored.tracked.isFinished;
  if (!mayStart && existsSync(childFolder(file))) {
    const message = `--journal ${name}: this run has started others by core:workflow. Name their folder by --workspace to continue them.`;
    return err(cannotStart('workspace', message));
  }
  const { salt } = head;
  const isPart = head.start?.plan !== undefined;
  const missing = restored.tracked.isFinished
    ? null
    : explainMissing(io, start, {
        workflow,
        variables,
        head,
        isPart,
        isSimulated: head.start?.simulate === true,
      });
  if (missing !== null) return err(missing);
  const { vault } = recordedVault({ head, workflow }, variables, start.mcpServers);
  const refusal = restored.tracked.isFinished ? null : refuseSignals(restored.tracked.run, start, vault);
  if (refusal !== null) return err(refusal);
  const reused = new Set<never>();
  const { lastAt, proof, isFinished } = restored.tracked;
  const clock = start.virtualTime ? createVirtualClock(lastAt) : createRealClock(lastAt);
  const base = {
    runId: view.runId ?? '',
    file: head.path,
    workflow,
    restored,
    state,
    vault,
    salt,
    clock,
    isNew: false,
  };
  // Child runs that were cut off while they were cancelled end first, once.
  if (isFinished && (restored.tracked.abandoned.size === 0 || hasSettled(file))) {
    claim.release();
    return ok({ ...base, budget, reused, journal: null, isResumed: false });
  }
  const journal = attempt(io, name, () => continueJournal(file, { head, end, proof, fence: claim }));
  const isResumed = start.budget !== null || view.paused !== null;
  return journal.ok ? ok({ ...base, budget, reused, journal: journal.value, isResumed }) : journal;
}
