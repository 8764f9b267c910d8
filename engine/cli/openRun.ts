import { randomInt, randomUUID } from 'node:crypto';
import path from 'node:path';
import { err, ok, type Result } from '../base/index.ts';
import { SHIPPED_PRICES, type Vault } from '../effects/index.ts';
import { type Analysis, analyze, effectiveWorkflow } from '../graph/index.ts';
import {
  beginRun,
  continueJournal,
  createJournal,
  createRealClock,
  createVirtualClock,
  ENGINE_VERSION,
  type HostState,
  type JournalFile,
  type JournalHead,
  prepareEnv,
  prepareRun,
  type Restoration,
  type RunClock,
  reopenJournal,
  type StartRefusal,
} from '../hosts/node/index.ts';
import type { Workflow } from '../model/index.ts';
import {
  type Budget,
  EMPTY_VIEW,
  foldRun,
  planFrom,
  planOnly,
  planUntil,
  type RunError,
  type RunPlan,
  type RunTrace,
} from '../run/index.ts';
import { budgetOf, explainSpent } from './budget.ts';
import type { CommandIo } from './CommandIo.ts';
import { explainOutside, ImportReader } from './ImportReader.ts';
import { attempt, readJournalFile, withJournal } from './journalFiles.ts';
import type { RunCommand } from './parseRun.ts';
import type { SourceFile } from './readFiles.ts';
import { cannotStart, type Given } from './readGiven.ts';

/** The prices that each run records: without the address they were read at. */
const PRICES = SHIPPED_PRICES.map(({ provider, model, input, output }) => ({ provider, model, input, output }));

/** A run that is ready to execute, with what its execution needs. */
export interface Execution {
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
  /** True: it resumes after a pause, or with another budget. */
  readonly isResumed: boolean;
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
      ...given,
      simulate: command.simulate,
      seed: command.seed ?? randomInt(2 ** 32),
      ...(plan.value === null ? {} : { plan: plan.value }),
      ...(command.budget === null ? {} : { budget: command.budget }),
      prices: PRICES,
    },
    { runId: `run-${unique}`, at: clock.now(), salt: unique, version: ENGINE_VERSION },
  );
  if (!prepared.ok) return prepared;
  const { workflow, started, vault, imported } = prepared.value;
  const journal = openJournal(io, command, { path: file, source: text, files: [...imported], salt: unique });
  if (!journal.ok) return err({ type: 'input', error: journal.error });
  journal.value?.append([started], { inputs: 0, events: 0, digest: '' });
  const restored = await beginRun(workflow, [started]);
  return restored.ok
    ? ok({
        workflow,
        restored: restored.value,
        state: null,
        vault,
        salt: unique,
        clock,
        journal: journal.value,
        budget: command.budget ?? {},
        isResumed: false,
      })
    : err({ type: 'input', error: restored.error });
}

/** Resumes the run in a journal, with the text it started with. */
export async function resumeRun(
  io: CommandIo,
  command: RunCommand,
  given: Given,
): Promise<Result<Execution, RunError>> {
  const name = command.journal ?? '';
  const opened = await withJournal(io, name, async (reader, head) => {
    const workflow = effectiveWorkflow(analyzeRecorded(head));
    const { stored } = reader;
    // --events writes all events of the run: it cannot start from a checkpoint.
    const restored = await reopenJournal(workflow, command.events === null ? stored : { ...stored, checkpoints: [] });
    return restored.ok ? ok({ ...restored.value, head, workflow, end: reader.end }) : restored;
  });
  if (!opened.ok) return opened;
  const { restored, state, head, workflow, end } = opened.value;
  const view = foldRun(state?.view ?? EMPTY_VIEW, restored.events);
  const budget = { ...state?.budget, ...budgetOf(restored.inputs), ...command.budget };
  const spent = view.paused?.reason === 'budget' ? explainSpent(view, budget, name) : null;
  if (spent !== null) return err(spent);
  const isResumed = command.budget !== null || view.paused !== null;
  const { salt } = head;
  const { vault } = prepareEnv(workflow, given.variables, salt);
  const { lastAt } = restored.tracked;
  const clock = command.virtualTime ? createVirtualClock(lastAt) : createRealClock(lastAt);
  const journal = attempt(() => continueJournal(path.resolve(io.folder, name), head, end), `--journal ${name}`);
  return journal.ok
    ? ok({ workflow, restored, state, vault, salt, clock, journal: journal.value, budget, isResumed })
    : journal;
}

async function readPlan(
  io: CommandIo,
  { from, until, reuse }: RunCommand,
  analysis: Analysis,
): Promise<Result<RunPlan | null, RunError>> {
  const recorded = reuse === null ? ok(null) : await readRunTrace(io, reuse);
  if (!recorded.ok) return recorded;
  if (from !== null && from === until) return ok(planOnly(recorded.value, from));
  if (from === null && until === null) return ok(null);
  const begin =
    from === null ? {} : recorded.value === null ? { from: { taskId: from } } : planFrom(recorded.value, from);
  // With --from, `planFrom` reuses the results of the earlier run: `planUntil` pins none of them as well.
  const end = until === null ? {} : planUntil(from === null ? recorded.value : null, analysis.graph, until);
  return ok({ ...begin, ...end });
}

async function readRunTrace(io: CommandIo, name: string): Promise<Result<RunTrace, RunError>> {
  const journal = await readJournalFile(io, name);
  if (!journal.ok) return journal;
  const restored = await beginRun(effectiveWorkflow(analyzeRecorded(journal.value)), journal.value.inputs);
  if (!restored.ok) return restored;
  const { events } = restored.value;
  return ok({ events, view: foldRun(EMPTY_VIEW, events) });
}

function analyzeRecorded({ path: file, source, files }: JournalHead): Analysis {
  return analyze(file, source, undefined, new Map(files));
}

function openJournal(
  io: CommandIo,
  { journal }: RunCommand,
  head: Parameters<typeof createJournal>[1],
): Result<JournalFile | null, RunError> {
  if (journal === null) return ok(null);
  return attempt(() => createJournal(path.resolve(io.folder, journal), head), `--journal ${journal}`);
}
