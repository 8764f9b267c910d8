import { nameTask } from '#engine';
import { analysisOf, openFile, select, session, setPanel, showTask, whenRead } from '../../session/index.ts';
import type { BreakpointPlace } from '../../session/run/index.ts';

/** What a place of a file is called; `isGone` where its task or its connection is no longer there. */
export function namePlace(file: string, place: BreakpointPlace): { readonly name: string; readonly isGone: boolean } {
  const graph = analysisOf(session.getState(), file, 'own')?.graph;
  if ('task' in place) {
    const isGone = graph?.nodes.has(place.task) !== true;
    return { name: graph === undefined ? place.task : nameTask(graph, place.task), isGone };
  }
  const edge = graph?.edges.find(({ id }) => id === place.edge);
  if (graph === undefined || edge === undefined) return { name: place.edge, isGone: true };
  return { name: `${nameTask(graph, edge.source)} to ${nameTask(graph, edge.target)}`, isGone: false };
}

/** Opens the file of a place, selects it, and then continues: a large file is read in the worker first. */
export function showPlace(file: string, place: BreakpointPlace, then: () => void = () => undefined): void {
  openFile(file);
  whenRead(() => {
    if (session.getState().view.isNarrow) setPanel(null);
    if ('task' in place) showTask(place.task);
    else select({ tasks: [], edge: place.edge });
    then();
  });
}
