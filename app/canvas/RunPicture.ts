import { drawnGraph, EMPTY_LAYOUT, effectiveWorkflow } from '#engine';
import { loadPlacing, runLayout } from '#engine/layout';
import { layoutInWorker } from '#engine/worker';
import { session } from '../session/index.ts';
import type { DrawWorkflow } from '../session/runSteps/index.ts';
import {
  type Arrangement,
  finishArrangement,
  isArranged,
  planArrangement,
  QUICK_EFFORT,
} from './model/arrangeGraph.ts';
import { tokenTheme } from './picture/drawCard.ts';
import { drawIcons } from './picture/drawIcons.tsx';
import { drawPicture, kindsIn } from './picture/drawPicture.ts';
import { toRunMarks } from './picture/drawRun.ts';
import { createMeasure, toSvg } from './picture/Picture.ts';

/** A picture of more tasks is of no use on a page. */
const MOST_TASKS = 1_000;

/**
 * Draws what a run did to its workflow, for a document that has the tokens of the app: containers open, notes omitted, in the
 * places that the person chose for the file. Null for an empty workflow, and one too large for a picture.
 */
export const drawRun: DrawWorkflow = async ({ analysis, view, title }) => {
  const graph = drawnGraph(analysis);
  if (graph.nodes.size === 0 || graph.nodes.size > MOST_TASKS) return null;
  const arrangement = await arrange(graph, analysis.path);
  const subject = { arrangement, workflow: effectiveWorkflow(analysis), run: toRunMarks(view) };
  const icons = drawIcons(kindsIn(subject));
  return toSvg(drawPicture(subject, { theme: tokenTheme, icons, measure: createMeasure() }), title);
};

async function arrange(graph: Arrangement['graph'], path: string): Promise<Arrangement> {
  await loadPlacing();
  const { document, view } = session.getState();
  const { notes: _, ...saved } = document.workspace.layouts.get(path) ?? EMPTY_LAYOUT;
  const planned = planArrangement(graph, { ...saved, collapsed: new Set() }, view.direction);
  if (isArranged(planned)) return planned;
  const { input, plan } = planned;
  if (plan.effort <= QUICK_EFFORT) return finishArrangement(planned, runLayout(input, plan.plain));
  const places = await layoutInWorker({ input, plain: plan.plain }).places;
  return finishArrangement(planned, places ?? runLayout(input, new Set([null, ...input.nodes.keys()])));
}
