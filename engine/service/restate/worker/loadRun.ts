import type { ObjectContext } from '@restatedev/restate-sdk';
import { loadPatterns, ok, RecentMap, type Result } from '../../../base/index.ts';
import { effectiveWorkflow } from '../../../graph/index.ts';
import {
  analyzeRecorded,
  digestSources,
  type JournalHead,
  listRecorded,
  type RecordedJournal,
  type Restoration,
  readHostState,
  reopenRun,
  type StartedHead,
} from '../../../hosts/node/index.ts';
import type { Workflow } from '../../../model/index.ts';
import { EMPTY_VIEW, foldRun, type RunError, type RunView } from '../../../run/index.ts';
import { JOURNAL_RECORD } from '../../../wire/index.ts';
import { readMessage } from '../handlers.ts';
import type { Around, Below, LongCall, RunRow } from '../messages.ts';
import { type Chunk, joinChunks } from '../StoredRuns.ts';
import { asText, getAll, getState } from './context.ts';

/** A run as its state has it. */
export interface LoadedState {
  readonly head: StartedHead;
  readonly row: RunRow;
  /** `digestSources` of the workflow. */
  readonly sources: string;
  readonly restored: Restoration;
  readonly view: RunView;
  /** What it has of the runs around it, and its own. */
  readonly around: Around;
  readonly below: Below;
  /** What aborts calls of it that others make. */
  readonly long: readonly LongCall[];
}

/** Restores a run from its checkpoint and the chunks after it. Reads the same of the state each time it is invoked with that. */
export async function loadRun(
  ctx: ObjectContext,
  { row, head }: { readonly row: RunRow; readonly head: StartedHead },
  workflows: WorkflowCache,
): Promise<Result<LoadedState, RunError>> {
  await loadPatterns();
  const { workflow, sources } = workflows.read(head);
  const checkpoint = row.checkpoint === null ? null : await ctx.get('checkpoint', asText);
  const stored = {
    checkpoints: checkpoint === null ? [] : [checkpoint],
    workflow: sources,
    read: async (from: number) => ok(await readJournal(ctx, row, { head, from })),
  };
  const restored = await reopenRun(workflow, stored, () => undefined);
  if (!restored.ok) return restored;
  const state = restored.value.checkpoint === null ? null : readHostState(restored.value.checkpoint.host);
  const view = foldRun(state?.view ?? EMPTY_VIEW, restored.value.events);
  const around = await readAround(ctx, { row, head, exposed: restored.value.tracked.exposed });
  const below = (row.below ?? 0) === 0 ? null : await getState(ctx, 'below');
  const long = (row.long ?? 0) === 0 ? null : await getState(ctx, 'long');
  const kept = { around, below: below ?? { live: [], ending: [] }, long: long ?? [] };
  return ok({ head, row, sources, restored: restored.value, view, ...kept });
}

/** Names of secrets that it and those around it have, and of the guessable ones that they have used. */
async function readAround(
  ctx: ObjectContext,
  { row, head, exposed }: { readonly row: RunRow; readonly head: StartedHead; readonly exposed: ReadonlySet<string> },
): Promise<Around> {
  const around = row.parent === null ? null : await getState(ctx, 'around');
  const own = listRecorded(head.start.env, head.salt);
  if (around === null) return { secrets: own, exposed: [...exposed] };
  return {
    secrets: [...new Set([...around.secrets, ...own])],
    exposed: [...new Set([...around.exposed, ...exposed])],
  };
}

/** The journal from its first input on, or after the checkpoint; one that has not begun has none. */
async function readJournal(
  ctx: ObjectContext,
  { chunks, checkpoint, inputs }: RunRow,
  { head, from }: { readonly head: StartedHead; readonly from: number },
): Promise<RecordedJournal> {
  if (inputs === 0) return { inputs: [], proofs: [] };
  const first = from === 0 ? 0 : (checkpoint?.chunks ?? 0);
  const names = Array.from({ length: chunks - first }, (_, index) => `chunk.${first + index}`);
  const texts = await getAll(ctx, names, asText);
  const read: readonly Chunk[] = texts.flatMap((text, index) =>
    text === null ? [] : [readMessage(JOURNAL_RECORD, JSON.parse(text), `The ${names[index]} of ${ctx.key}`)],
  );
  return joinChunks(from === 0 ? head.start : null, read);
}

/** How many workflows are kept, the one that was used longest ago first to go. */
const MOST = 64;

/** The workflows of runs by their texts: runs of the same texts share one, also over their invocations. */
export class WorkflowCache {
  readonly #known = new RecentMap<string, Workflow>(MOST);

  /** The workflow of a run, and its `digestSources`. */
  read(head: JournalHead): { readonly workflow: Workflow; readonly sources: string } {
    const sources = digestSources(head.path, head.source, head.files);
    // The digest detects damage: that two texts have the same one is not ruled out by it.
    const key = JSON.stringify([head.path, head.source, head.files]);
    const workflow = this.#known.get(key) ?? effectiveWorkflow(analyzeRecorded(head));
    this.#known.set(key, workflow);
    return { workflow, sources };
  }
}
