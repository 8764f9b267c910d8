import { err, isLongJson, ok, type Result } from '../../base/index.ts';
import type { Vault } from '../../effects/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import {
  analyzeRecorded,
  beginRun,
  continueJournal,
  GrownJournalError,
  type HostState,
  hasOwner,
  hasSettled,
  type JournalFile,
  type JournalHead,
  JournalReader,
  type Restoration,
  recordedVault,
  reopenJournal,
  type SealedLine,
  sealHeadInSteps,
  type Variable,
} from '../../hosts/node/index.ts';
import type { Workflow } from '../../model/index.ts';
import { createMasker, type Masker, maskedInTurns } from '../common/masked.ts';
import type { GivenToRuns, RunHead } from '../common/prepareStart.ts';
import { toSearched } from '../heads.ts';
import { recording } from './disk/DiskHealth.ts';
import { type RunFiles, readStarted } from './RunFiles.ts';

/** A run that is ready to execute. */
export interface ReadyExecution {
  readonly head: RunHead;
  readonly restored: Restoration;
  /** The state before the events in `restored`; null: they are all of the run. */
  readonly state: HostState | null;
  readonly vault: Vault;
  readonly variables: readonly Variable[];
  /** Null: it has ended, and so has all that it started. */
  readonly journal: JournalFile | null;
  /** False: it had begun before. */
  readonly isNew: boolean;
}

/** The secrets of a run, from its journal. */
export function vaultOf(
  run: { readonly head: JournalHead; readonly workflow: Workflow },
  { variables, ports }: GivenToRuns,
): ReturnType<typeof recordedVault> {
  return recordedVault(run, variables, ports.mcpServers);
}

/** What masks what a run of a journal is shown with. */
export function maskerOf(run: Parameters<typeof vaultOf>[0], given: GivenToRuns): Masker {
  return createMasker(vaultOf(run, given).vault, given.ports.turns);
}

/** Begins a run that is queued: its time counts from `at` on, which is not before it was queued. Throws as {@link openBegun}. */
export async function beginQueued(
  { files, given, at }: { readonly files: RunFiles; readonly given: GivenToRuns; readonly at: number },
  id: string,
): Promise<Result<ReadyExecution, string>> {
  const head = files.readHead(id, true);
  if (!head.ok) return head;
  const begun = { ...head.value, start: { ...head.value.start, at } };
  const line = await sealLong(begun, given);
  const journal = recording(() => files.begin(begun, line));
  files.removeQueued(id);
  return beginOpen(begun, journal, given);
}

/** The first line of the journal of a run, made in turns where that is long; null where it is not. */
export async function sealLong(head: RunHead, { ports }: GivenToRuns): Promise<SealedLine | null> {
  const { turns } = ports;
  return isLongJson(head.start.input) ? sealHeadInSteps(head, async () => turns?.next()) : null;
}

/** A run whose journal has just been begun. */
export async function beginOpen(
  head: RunHead,
  journal: JournalFile,
  given: GivenToRuns,
): Promise<Result<ReadyExecution, string>> {
  await given.ports.turns?.next();
  const workflow = effectiveWorkflow(analyzeRecorded(head));
  const restored = await beginRun(workflow, [head.start]);
  if (!restored.ok) {
    journal.close();
    return err(restored.error.message);
  }
  return ok({
    head,
    restored: restored.value,
    state: null,
    journal,
    isNew: true,
    ...vaultOf({ head, workflow }, given),
  });
}

/**
 * Opens a run that has begun, from its checkpoint where there is one. The error says why it cannot be continued. Throws what
 * the system says where it cannot be read, and an `UnrecordedError` where it cannot be added to.
 */
export async function openBegun(
  files: RunFiles,
  id: string,
  given: GivenToRuns,
): Promise<Result<ReadyExecution, string>> {
  const file = files.journalOf(id);
  if (hasOwner(file)) return err(OWNED);
  for (let attempts = 3; ; attempts -= 1) {
    await given.ports.turns?.next();
    try {
      return await reopen(files, id, given);
    } catch (error) {
      if (!(error instanceof GrownJournalError)) throw error;
      if (attempts === 0) return err(error.message);
    }
  }
}

/** That `signalbox run --resume` executes a run of the folder. */
export const OWNED =
  'Another process executes this run by its journal. It is looked at again until that one has ended.';

async function reopen(files: RunFiles, id: string, given: GivenToRuns): Promise<Result<ReadyExecution, string>> {
  const file = files.journalOf(id);
  const reader = new JournalReader(file);
  try {
    const head = readStarted(reader);
    if (!head.ok) return head;
    const workflow = effectiveWorkflow(analyzeRecorded(head.value));
    const reopened = await reopenJournal(workflow, reader.stored);
    if (!reopened.ok) return err(reopened.error.message);
    const { restored, state } = reopened.value;
    const { isFinished, abandoned, proof } = restored.tracked;
    // Runs that it has started and that were cut off while they were cancelled end first, once.
    const isOver = isFinished && (abandoned.size === 0 || hasSettled(file));
    const { fence } = files;
    const place = { head: head.value, end: reader.end, proof, fence };
    const journal = isOver ? null : recording(() => continueJournal(file, place));
    const opened = { head: head.value, restored, state, journal, isNew: false };
    return ok({ ...opened, ...vaultOf({ head: head.value, workflow }, given) });
  } finally {
    reader.close();
  }
}

/** What a search looks through of the input of a run. Its secrets are masked: who searches must not find out what they are. */
export async function searchedOf(head: RunHead, given: GivenToRuns): Promise<string> {
  const { input } = head.start;
  if (!given.variables.some(({ isSecret }) => isSecret)) return toSearched(input);
  const workflow = effectiveWorkflow(analyzeRecorded(head));
  return toSearched(await maskedInTurns(input, vaultOf({ head, workflow }, given).vault, given.ports.turns));
}
