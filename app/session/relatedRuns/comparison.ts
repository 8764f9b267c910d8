import type { Graph } from '#engine';
import type { Workflow } from '#engine/model';
import { EMPTY_VIEW, foldRun, type RunView } from '#engine/run';
import type { RunSummary } from '#engine/worker';
import { enginePort } from '../document/engine.ts';
import { findRecord } from '../run/findRecord.ts';
import { toInterrupted } from '../run/runShown.ts';
import type { ComparisonAround } from '../store/State.ts';
import { session, update } from '../store/store.ts';

/** A run that is compared, as of when it was read. */
export interface ComparedRecord extends RunSummary {
  /** The exact text that ran. */
  readonly source: string;
  readonly view: RunView;
  /** What the text is called that it was played on; then it is kept nowhere. */
  readonly playedOn?: string;
}

/** How one run left a task. */
export interface TaskSide {
  readonly status: 'pending' | 'running' | 'waiting' | 'retrying' | 'success' | 'error' | 'skipped' | 'cancelled';
  /** How long its last activation took; null while unknown. */
  readonly length: string | null;
  /** How often it ran. */
  readonly count: number;
}

/** What a card says of a task in two runs. */
export interface TaskMark {
  readonly verdict: 'same' | 'changed' | 'older' | 'newer';
  /** Null where the run's text does not have the task. */
  readonly older: TaskSide | null;
  readonly newer: TaskSide | null;
  /** The difference in a word or three, for a badge; null where there is none. */
  readonly badge: string | null;
  /** All of it as a sentence, for screen readers. */
  readonly words: string;
}

/** What the canvas draws of a comparison: by task ids, and the graph's edge ids as runs know them. */
export interface ComparedGraph {
  /** Of the file whose layout it takes. */
  readonly path: string;
  readonly graph: Graph;
  readonly workflow: Workflow;
  readonly marks: ReadonlyMap<string, TaskMark>;
  readonly taken: { readonly older: RunView['edges']; readonly newer: RunView['edges'] };
  readonly selected: string | null;
  readonly onSelect: (taskId: string) => void;
}

/** How many runs are offered to compare with. */
const OFFERED = 100;

/** Reads a run to compare it; null when it is no longer kept. Rejects where the engine cannot answer. */
export async function readComparedRun(runId: string): Promise<ComparedRecord | null> {
  const { playedRuns } = session.getState().run;
  const record = playedRuns.find((run) => run.runId === runId) ?? (await findRecord(runId));
  if (record === null) return null;
  const { events, ...summary } = record;
  const view = foldRun(EMPTY_VIEW, events);
  const endedAt = events.at(-1)?.at ?? null;
  return { ...summary, view: record.status === 'interrupted' ? toInterrupted(view, endedAt) : view };
}

/** The runs that a run may be compared with, newest first: those of its own file, then those of others. */
export async function listComparable({
  runId,
  path,
}: Pick<RunSummary, 'runId' | 'path'>): Promise<readonly RunSummary[]> {
  const engine = enginePort()?.engine;
  if (engine === undefined) return [];
  const [own, all] = await Promise.all([
    engine.listRuns({ path, limit: OFFERED }),
    engine.listRuns({ limit: OFFERED }),
  ]);
  const others = all.filter((run) => run.path !== path);
  return [...own, ...listServed(), ...others].filter((run) => run.runId !== runId);
}

/** The runs of servers, as far as they are listed. */
function listServed(): readonly RunSummary[] {
  return [...session.getState().run.served].flatMap(([address, { runs }]) =>
    runs.map(({ runId, path, status, startedAt, endedAt }) => {
      const base = { runId, path, name: `${path} on ${address}`, startedAt, endedAt, ...NOT_SIMULATED };
      switch (status) {
        case 'paused':
          return { ...base, status: 'running', paused: 'asked' };
        case 'waiting':
          return { ...base, status: 'running', isIdle: true };
        default:
          return { ...base, status: status === 'queued' ? 'running' : status };
      }
    }),
  );
}

/** A server makes up no answers but those its files ask for, which their events say. */
const NOT_SIMULATED = { simulate: false, simulated: false } as const;

/** Compares two runs inside of those that are compared, which are gone back to by {@link compareAround}. */
export function compareInside(
  { runId, other }: { readonly runId: string; readonly other: string },
  from: Pick<ComparisonAround, 'file' | 'taskId'>,
): void {
  const { comparison } = session.getState().run;
  if (comparison === null || comparison.other === null) return;
  const { runId: one, other: second, around } = comparison;
  update({
    run: { comparison: { runId, other, around: [...around, { ...from, runId: one, other: second }], taskId: null } },
  });
}

/** Goes back to a comparison around the one on screen, by how deep it is (0: the outermost), with the task that led inside. */
export function compareAround(depth: number): void {
  const { comparison } = session.getState().run;
  const found = comparison?.around[depth];
  if (comparison === null || found === undefined) return;
  const { runId, other, taskId } = found;
  update({ run: { comparison: { runId, other, around: comparison.around.slice(0, depth), taskId } } });
}
