import type { Path } from '#engine';
import {
  activeAnalysis,
  clearSelection,
  inspected,
  openFile,
  port,
  select,
  session,
  setMode,
  setPanel,
  toggleInspector,
  whenRead,
  withPort,
} from '../session/index.ts';
import type { MatchRow } from './findRows.ts';

/** Opens the file of a match, selects what holds it and shows the field: in the text where that is on screen, else in the form. */
export function showMatch({ file, match, place }: MatchRow): void {
  openFile(file.path);
  whenRead(() => {
    const holder = place === null ? null : selectOwner(place.owner);
    if (session.getState().view.isNarrow) setPanel(null);
    const isForm = session.getState().view.mode === 'design' && holder !== null && place?.part !== 'note';
    if (isForm) return showField([...(place?.owner ?? []), ...(place?.field ?? [])]);
    // A phone has no room for both.
    if (session.getState().view.isNarrow) setMode('code');
    else if (session.getState().view.mode === 'design') setMode('split');
    withPort('source', (source) => source.reveal(match));
  });
}

/** Selects a task, an agent, a tool or the memory by its place; null for the workflow itself. */
function selectOwner(owner: Path): string | null {
  const analysis = activeAnalysis('shown');
  const [top, index] = owner;
  if (!analysis || top === undefined) return clear();
  const { agents, tools, memory } = analysis.workflow;
  if (top === 'agents' || top === 'tools') {
    const id = (top === 'agents' ? agents : tools).find(({ path }) => path[1] === index)?.id;
    if (id === undefined) return clear();
    select({ resource: { kind: top === 'agents' ? 'agent' : 'tool', id } });
    return id;
  }
  if (top === 'memory') {
    if (memory === null) return clear();
    select({ resource: { kind: 'memory', id: memory.id } });
    return memory.id;
  }
  for (const { id, task } of analysis.graph.nodes.values()) {
    if (task.path.length !== owner.length || task.path.some((step, at) => step !== owner[at])) continue;
    select({ tasks: [id] });
    port('canvas')?.centerOn(id);
    return id;
  }
  return clear();
}

function clear(): null {
  clearSelection();
  return null;
}

function showField(field: Path): void {
  if (inspected(session.getState()) === null) toggleInspector();
  withPort('inspector', (inspector) => inspector.reveal(field));
}
