import { placedCalls, planInside, type RunOnWay, type RunPlan } from '#engine/run';
import type { Json } from '#engine/values';
import { analysisOf } from '../document/analysis.ts';
import { notifyFailure } from '../document/engine.ts';
import { notify } from '../store/notices.ts';
import type { RunAim, ShownRun } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { type FoundRecord, findRecord } from './findRecord.ts';
import { openRun } from './run.ts';
import { startRun } from './startRun.ts';
import { viewAfter } from './viewAfter.ts';

/** A part of a run that another one has started. */
interface PartInside {
  readonly kind: Exclude<RunAim['kind'], 'only'>;
  readonly taskId: string;
  readonly run: ShownRun;
  /** The part of that run alone. */
  readonly plan: RunPlan;
  readonly simulate?: boolean;
}

/** The outermost run as it is started once more. */
interface OutermostStart {
  readonly path: string;
  readonly input: Json;
  readonly plan: RunPlan;
}

/**
 * Starts the outermost run once more so that it begins or ends with a task of the run inside, and shows it: what was recorded on
 * the way is reused. Says why where it cannot. Answers whether it started.
 */
export async function startInside(part: PartInside): Promise<boolean> {
  try {
    const planned = await planOutermost(part);
    if (typeof planned === 'string') {
      notify({ kind: 'warning', message: planned });
      return false;
    }
    const { path, input, plan } = planned;
    if (!(await startRun(input, { path, plan, simulate: part.simulate === true }))) return false;
    update({ document: { activePath: path } });
    await openPlanned(plan);
    return true;
  } catch (error) {
    notifyFailure('The run did not start.', error);
    return false;
  }
}

/** A text: why it cannot start, for the user. */
async function planOutermost({ kind, taskId, run, plan }: PartInside): Promise<OutermostStart | string> {
  const container = kind === 'from' ? containerOf(run.path, taskId) : null;
  if (container !== null)
    return `“${taskId}” is inside “${container}”, so a run cannot begin with it. Begin with “${container}”.`;
  const records = await readAround(run);
  if (records === null) return 'The run that started this one is no longer kept. Run the whole workflow once more.';
  const way: RunOnWay[] = [];
  let { parent } = run;
  for (const { path, events, parent: next } of records) {
    const graph = analysisOf(session.getState(), path, 'own')?.graph;
    if (graph === undefined) return `“${path}” is no longer there, or is still being read.`;
    way.unshift({ trace: { events, view: viewAfter(events, events.length) }, graph, key: parent?.key ?? '' });
    parent = next ?? null;
  }
  const planned = planInside(kind, way, plan);
  if (!planned.ok) return planned.error.message;
  return { path: records.at(-1)?.path ?? '', input: way[0]?.trace.view.input ?? null, plan: planned.value };
}

/** The runs around one, the nearest first; null where one of them is gone. */
async function readAround({ parent }: ShownRun): Promise<readonly FoundRecord[] | null> {
  const records: FoundRecord[] = [];
  for (let around = parent; around !== null; ) {
    const record = await findRecord(around.runId);
    if (record === null) return null;
    records.push(record);
    around = record.parent ?? null;
  }
  return records;
}

/** Opens the runs inside that a plan is for as they are started, as long as no one looks at another run. */
async function openPlanned({ children = {} }: RunPlan): Promise<void> {
  const [next] = Object.entries(children);
  const outer = session.getState().run.shown?.runId;
  if (next === undefined || outer === undefined) return;
  const [place, plan] = next;
  const child = await nextAt(outer, place);
  if (child === null) return;
  await openRun(child);
  if (session.getState().run.shown?.runId === child) await openPlanned(plan);
}

/** Id of the run that a call of the run on screen starts; null where that ends without it, or another one is put on screen. */
function nextAt(outer: string, place: string): Promise<string | null> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const { shown } = session.getState().run;
      const found = shown?.runId === outer ? placedCalls(shown.view).find((call) => call.place === place) : undefined;
      const waits = found === undefined && shown?.runId === outer && shown.view.status === 'running';
      if (!waits) resolve(found?.child.runId ?? null);
      return waits;
    };
    if (!look()) return;
    const stop = session.subscribe(() => {
      if (!look()) stop();
    });
  });
}

function containerOf(path: string, taskId: string): string | null {
  return analysisOf(session.getState(), path, 'own')?.graph.nodes.get(taskId)?.parent ?? null;
}
