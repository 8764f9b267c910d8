import { randomInt, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '../base/index.ts';
import type { Vault } from '../effects/index.ts';
import { effectiveWorkflow } from '../graph/index.ts';
import {
  beginRun,
  childFolder,
  createJournal,
  createRealClock,
  createVirtualClock,
  ENGINE_VERSION,
  type HostState,
  type JournalFile,
  PRICES,
  prepareRun,
  type Restoration,
  type RunClock,
  type StartRefusal,
  takeVariables,
} from '../hosts/node/index.ts';
import type { Workflow } from '../model/index.ts';
import type { Budget, RunError } from '../run/index.ts';
import type { CommandIo } from './CommandIo.ts';
import { explainMissing } from './given/findMissing.ts';
import { explainOutside, ImportReader } from './given/ImportReader.ts';
import type { NewCommand, RecordOptions } from './given/RUN.ts';
import { cannotStart, type Given } from './given/readGiven.ts';
import { explainPlan, readPlan } from './given/readPlan.ts';
import { refuseSignals } from './given/toSignals.ts';
import { attempt, ownNew } from './journalFiles.ts';
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
  { start, record }: NewCommand,
  { source, given }: { readonly source: SourceFile; readonly given: Given },
): Promise<Result<Execution, StartRefusal>> {
  const analysis = await new ImportReader(io).analyze(source);
  const outside = explainOutside(analysis);
  if (outside !== null) return err({ type: 'input', error: cannotStart('import', outside) });
  const plan = await readPlan(io, start.part, analysis);
  if (!plan.ok) return err({ type: 'input', error: plan.error });
  const clock = start.virtualTime ? createVirtualClock() : createRealClock();
  // On virtual time with a seed, equal runs give equal bytes: id and salt come from the seed.
  const unique = start.virtualTime && start.seed !== null ? String(start.seed) : randomUUID();
  const { path: file, text } = source;
  const prepared = await prepareRun(
    {
      path: file,
      source: text,
      files: analysis.imports?.texts ?? new Map<string, string>(),
      input: given.input,
      variables: await takeVariables(
        {
          workspace: start.workspace === null ? null : path.resolve(io.folder, start.workspace),
          mcpServers: start.mcpServers,
        },
        { workflow: effectiveWorkflow(analysis), variables: given.variables },
      ),
      simulate: start.simulate,
      seed: start.seed ?? randomInt(2 ** 32),
      ...(plan.value.plan === null ? {} : { plan: plan.value.plan }),
      ...(start.budget === null ? {} : { budget: start.budget }),
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
    isSimulated: start.simulate,
  };
  const misfit =
    explainMissing(io, start, needing) ??
    (start.part === null ? null : explainPlan(workflow, start.part)) ??
    refuseSignals(workflow, start, vault);
  if (misfit !== null) return err({ type: 'input', error: misfit });
  const head = { path: file, source: text, files: [...imported], salt: unique, start: started };
  const journal = await beginJournal(io, record, head);
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
    budget: start.budget ?? {},
    reused: plan.value.exposure,
    isResumed: false,
    isNew: true,
  });
}

async function beginJournal(
  io: CommandIo,
  { journal, force }: RecordOptions,
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
