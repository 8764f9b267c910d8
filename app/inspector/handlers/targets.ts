import { drawnGraph, edgesBySource, type GraphEdge, nameTask, type ShownAnalysis } from '#engine';
import { askConnection, connectTasks, disconnectEdge, type ExitName, reconnectEdge } from '#engine/edit';
import type { EdgeVia } from '#engine/model';
import { activeAnalysis } from '../../session/index.ts';
import type { MenuEntry } from '../../ui/index.ts';
import { edit } from '../parts/edit.ts';

/** What a target is called on screen: the task's name, else its id; for the end, a label. */
export function nameTarget(analysis: ShownAnalysis, id: string): string {
  if (id === 'end' && !analysis.graph.nodes.has('end')) return 'End of branch';
  const graph = drawnGraph(withImports(analysis));
  const node = graph.nodes.has(id) ? undefined : [...graph.nodes.values()].find(({ task }) => task.id === id);
  return nameTask(graph, node?.id ?? id);
}

/** The same text with what it imports: imported tasks are called and chosen by the ids they have from there. */
function withImports(analysis: ShownAnalysis): ShownAnalysis {
  const drawn = activeAnalysis('drawn');
  return drawn?.syntax === analysis.syntax ? drawn : analysis;
}

/** The edges that leave a task by one handler or route, in order. */
export function edgesOf(analysis: ShownAnalysis, source: string, via: EdgeVia): readonly GraphEdge[] {
  return (edgesBySource(analysis.graph.edges).get(source) ?? []).filter((edge) => edge.via === via);
}

/** A menu with more entries is neither read nor drawn in time. */
const MOST_CANDIDATES = 200;

export interface TargetChoice {
  readonly source: string;
  readonly via: ExitName;
}

/** Where a handler may lead, as the entries of a menu: choosing another moves it, and a submenu lets several run. */
export function targetEntries(analysis: ShownAnalysis, { source, via }: TargetChoice): readonly MenuEntry[] {
  const taken = via === 'routes' ? [] : edgesOf(analysis, source, via);
  const { candidates, left } = candidatesOf({ source, via });
  const [only] = taken;
  const choose = (target: string) => {
    const held = taken.find((edge) => edge.target === target);
    if (held) edit((now) => disconnectEdge(now, { edgeId: held.id }));
    else if (only && taken.length === 1) edit((now) => reconnectEdge(now, { edgeId: only.id, target }));
    else edit((now) => connectTasks(now, { source, via, target }));
  };
  const entries: MenuEntry[] = candidates.map((target) => ({
    label: nameTarget(analysis, target),
    hint: target === 'end' ? undefined : target,
    isChecked: taken.some((edge) => edge.target === target),
    onSelect: () => choose(target),
  }));
  const more = candidates.filter((target) => target !== 'end' && !taken.some((edge) => edge.target === target));
  if (taken.length > 0 && more.length > 0 && only?.target !== 'end') {
    const items = more.map((target) => ({
      label: nameTarget(analysis, target),
      hint: target,
      onSelect: () => void edit((now) => connectTasks(now, { source, via, target })),
    }));
    entries.push('separator', { label: 'Also run', items });
  }
  if (left > 0) entries.push({ heading: `${left.toLocaleString('en')} more tasks: draw a line on the canvas` });
  if (taken.length > 0) {
    entries.push('separator', {
      label: 'Disconnect',
      isDanger: true,
      onSelect: () => taken.forEach((edge) => edit((now) => disconnectEdge(now, { edgeId: edge.id }))),
    });
  }
  return entries.length === 0 ? [{ heading: 'No other task here to lead to' }] : entries;
}

/** Targets the command allows, and those taken already, as many as a menu holds; and how many tasks were not asked for. */
function candidatesOf({ source, via }: TargetChoice): {
  readonly candidates: readonly string[];
  readonly left: number;
} {
  const known = activeAnalysis('resolved');
  if (known === null) return { candidates: [], left: 0 };
  const { nodes } = drawnGraph(known);
  const named = [...nodes.values()].filter(({ id, task }) => task.id !== '' && (task.id === id || !nodes.has(task.id)));
  const ids = [...new Set(named.map(({ task }) => task.id))];
  const isPossible = (target: string): boolean => {
    const asked = askConnection(known, { source, via, target });
    return asked.ok || asked.error.code === 'ALREADY_CONNECTED';
  };
  const near = ids.slice(0, MOST_CANDIDATES).filter(isPossible);
  const end = known.graph.nodes.has('end') || !isPossible('end') ? [] : ['end'];
  return { candidates: [...near, ...end], left: Math.max(0, ids.length - MOST_CANDIDATES) };
}
