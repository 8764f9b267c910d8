import { randomInt, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '../base/index.ts';
import type { Vault } from '../effects/index.ts';
import { effectiveWorkflow } from '../graph/index.ts';
import {
  analyzeRecorded,
  beginRun,
  childFolder,
  continueJournal,
  createJournal,
  createRealClock,
  createVirtualClock,
  ENGINE_VERSION,
  GrownJournalError,
  type HostState,
  hasSettled,
  type JournalFile,
  type JournalHead,
  type JournalReader,
  PRICES,
  prepareRun,
  type Restoration,
  type RunClock,
  recordedVault,
  reopenJournal,
  type StartRefusal,
  takeVariables,
} from '../hosts/node/index.ts';
import type { Workflow } from '../model/index.ts';
import { type Budget, EMPTY_VIEW, foldRun, type RunError } from '../run/index.ts';
import { budgetOf, explainSpent } from './budget.ts';
import type { CommandIo } from './CommandIo.ts';
import { explainMissing } from './given/findMissing.ts';
import { explainOutside, ImportReader } from './given/ImportReader.ts';
import { cannotStart, type Given } from './given/readGiven.ts';
import { explainPlan, readPlan } from './given/readPlan.ts';
import { refuseSignals } from './given/toSignals.ts';
import { attempt, explainInside, type OwnedJournal, ownNew, ownRecorded, withJournal } from './journalFiles.ts';
import type { RunCommand } from './parseRun.ts';
import type { SourceFile } from './readFiles.ts';

/** A run that is ready to execute, with what its execution needs. */
export interface Execution {
  readonly runId: string;
  /** Path of its file, as it was given when it started. */
  readonly file: string;
  readonly workflow: Workflow;
  readonly restored: Restoration;
  /** The state before the events in `restored`; null: they are all of the run. */
  readonly state: HostState | null;
  readonly vault: Vault;
  /** The salt that the placeholders of its secrets are made with. */
  readonly salt: string;
  readonly clock: RunClock;
  /** Null: the run is not saved. */
  readonly journal: JournalFile | null;
  readonly budget: Budget;
  /** The guessable secrets that the earlier run used whose results it reuses. */
  readonly reused: ReadonlySet<string>;
  /** True: it resumes after a pause, or with another budget. */
  readonly isResumed: boolean;
  /** False: it had begun before. */
  readonly isNew: boolean;
}

/** Starts the run of a file, with a journal where the command names one. */
export async function startRun(
  io: CommandIo,
  command: RunCommand,
  { source, given }: { readonly source: SourceFile; readonly given: Given },
): Promise<Result<Execution, StartRefusal>> {
  const analysis = await new ImportReader(io).analyze(source);
  const outside = explainOutside(analysis);
  if (outside !== null) return err({ type: 'input', error: cannotStart('import', outside) });
  const plan = await readPlan(io, command, analysis);
  if (!plan.ok) return err({ type: 'input', error: plan.error });
  const clock = command.virtualTime ? createVirtualClock() : createRealClock();
  // On virtual time with a seed, equal runs give equal bytes: id and salt come from the seed.
  const unique = command.virtualTime && command.seed !== null ? String(command.seed) : randomUUID();
  const { path: file, text } = source;
  const prepared = await prepareRun(
    {
      path: file,
      source: text,
      files: analysis.imports?.texts ?? new Map<string, string>(),
      input: given.input,
      variables: await takeVariables(
        {
          workspace: command.workspace === null ? null : path.resolve(io.folder, command.workspace),
          mcpServers: command.mcpServers,
        },
        { workflow: effectiveWorkflow(analysis), variables: given.variables },
      ),
      simulate: command.simulate,
      seed: command.seed ?? randomInt(2 ** 32),
      ...(plan.value.plan === null ? {} : { plan: plan.value.plan }),
      ...(command.budget === null ? {} : { budget: command.budget }),
      prices: PRICES,
    },
    { runId: `run-${unique}`, at: clock.now(), salt: unique, version: ENGINE_VERSION },
  );
  if (!prepared.ok) return prepared;
  const { workflow, started, vault, imported } = prepared.value;
  const needing = {
    workflow,
    variables: given.variables,
    isPart: plan.value.plan !== null,
    isSimulated: command.simulate,
  };
  const misfit =
    explainMissing(io, command, needing) ?? explainPlan(workflow, command) ?? refuseSignals(workflow, command, vault);
  if (misfit !== null) return err({ type: 'input', error: misfit });
  const head = { path: file, source: text, files: [...imported], salt: unique, start: started };
  const journal = await beginJournal(io, command, head);
  if (!journal.ok) return err({ type: 'input', error: journal.error });
  const restored = await beginRun(workflow, [started]);
  if (!restored.ok) {
    journal.value?.close();
    return err({ type: 'input', error: restored.error });
  }
  return ok({
    runId: started.runId,
    file,
    workflow,
    restored: restored.value,
    state: null,
    vault,
    salt: unique,
    clock,
    journal: journal.value,
    budget: command.budget ?? {},
    reused: plan.value.exposure,
    isResumed: false,
    isNew: true,
  });
}

/** Resumes the run in a journal, with the text it started with; `source`: the file the command names, which must have that text. */
export async function resumeRun(
  io: CommandIo,
  command: RunCommand,
  { given, source }: { readonly given: Given; readonly source: SourceFile | null },
): Promise<Result<Execution, RunError>> {
  const name = command.journal ?? '';
  const owned = await ownRecorded(io, name);
  if (!owned.ok) return owned;
  const resumed = await resumeOwned(io, command, { given, source, owned: owned.value });
  if (!resumed.ok) owned.value.claim.release();
  return resumed;
}

interface Resuming {
  readonly given: Given;
  readonly source: SourceFile | null;
  readonly owned: OwnedJournal;
}

/** Reads the journal again where its owner before added a line meanwhile: it may do so once, until it sees that it has lost it. */
async function resumeOwned(
  io: CommandIo,
  command: RunCommand,
  { given, source, owned }: Resuming,
  attempts = 3,
): Promise<Result<Execution, RunError>> {
  const opened = await reopenRecorded(io, command, source);
  if (!opened.ok) return opened;
  try {
    return toResumed(io, command, { given, ...opened.value, ...owned });
  } catch (error) {
    if (!(error instanceof GrownJournalError)) throw error;
    if (attempts === 0) return err(cannotStart('journal', error.message));
    return resumeOwned(io, command, { given, source, owned }, attempts - 1);
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
  { journal, events }: RunCommand,
  source: SourceFile | null,
): Promise<Result<RecordedState, RunError>> {
  const name = journal ?? '';
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
  command: RunCommand,
  { given, restored, state, head, workflow, end, file, claim }: RecordedState & OwnedJournal & Pick<Resuming, 'given'>,
): Result<Execution, RunError> {
  const name = command.journal ?? '';
  const view = foldRun(state?.view ?? EMPTY_VIEW, restored.events);
  const budget = { ...state?.budget, ...budgetOf(restored.inputs), ...command.budget };
  const spent = view.paused?.reason === 'budget' ? explainSpent(view, budget, name) : null;
  if (spent !== null) return err(spent);
  const mayStart = command.workspace !== null || restored.tracked.isFinished;
  if (!mayStart && existsSync(childFolder(file))) {
    const message = `--journal ${name}: this run has started others by core:workflow. Name their folder by --workspace to continue them.`;
    return err(cannotStart('workspace', message));
  }
  const { salt } = head;
  const isPart = head.start?.plan !== undefined;
  const missing = restored.tracked.isFinished
    ? null
    : explainMissing(io, command, {
        workflow,
        variables: given.variables,
        head,
        isPart,
        isSimulated: head.start?.simulate === true,
      });
  if (missing !== null) return err(missing);
  const { vault } = recordedVault({ head, workflow }, given.variables, command.mcpServers);
  const refusal = restored.tracked.isFinished ? null : refuseSignals(restored.tracked.run, command, vault);
  if (refusal !== null) return err(refusal);
  const reused = new Set<never>();
  const { lastAt, proof, isFinished } = restored.tracked;
  const clock = command.virtualTime ? createVirtualClock(lastAt) : createRealClock(lastAt);
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
  const isResumed = command.budget !== null || view.paused !== null;
  return journal.ok ? ok({ ...base, budget, reused, journal: journal.value, isResumed }) : journal;
}

async function beginJournal(
  io: CommandIo,
  { journal, force }: RunCommand,
  head: Parameters<typeof createJournal>[1],
): Promise<Result<JournalFile | null, RunError>> {
  if (journal === null) return ok(null);
  const owned = await ownNew(io, journal, force);
  if (!owned.ok) return owned;
  const { file, claim, isOccupied } = owned.value;
  const folder = childFolder(file);
  if (existsSync(folder)) {
    claim.release();
    const message = `--journal ${journal}: ${folder} has the journals of runs that an earlier run has started. Remove it, or name another file.`;
    return err(cannotStart('journal', message));
  }
  const created = attempt(io, journal, () => createJournal(file, head, { fence: claim, replaces: isOccupied }));
  if (!created.ok) claim.release();
  return created;
}
