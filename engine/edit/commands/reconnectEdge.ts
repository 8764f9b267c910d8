import { type Data, isDataMap, ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphEdge } from '../../graph/index.ts';
import { findNode, toNodeData } from '../../syntax/index.ts';
import type { Refusal, Transaction } from '../../text/index.ts';
import { findWrittenEdge } from '../find/findTaskNode.ts';
import { readTaskNames } from '../find/taskNames.ts';
import { editFile, findSyntaxRefusal, type Step } from '../steps/editFile.ts';
import { removePath, setAt } from '../steps/setAt.ts';
import { readNext, writeNext } from '../steps/writeNext.ts';
import { addNext, type ExitName, findConnectionProblem, findExit } from './connectTasks.ts';

/** An edge and the ends it gets. */
export interface Reconnection {
  readonly edgeId: string;
  /** The task it leaves from now on; as before when absent. */
  readonly source?: string | undefined;
  /** The handler or route it leaves by; as before when absent. */
  readonly via?: ExitName | undefined;
  readonly target: string;
}

/**
 * Moves one end of a connection, or both. A new target takes the old one's place in the text; a new source or handler
 * takes the connection along with its `with`, unless other targets share that.
 */
export function reconnectEdge(analysis: Analysis, args: Reconnection): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const found = findWrittenEdge(analysis, args.edgeId);
  if (!found.ok) return found;
  const edge = found.value;
  const source = args.source ?? edge.source;
  const via = args.via ?? edge.via;
  const staysAt = source === edge.source && via === edge.via;
  const target = readTaskNames(analysis).nameOf(args.target);
  if (staysAt && target === edge.target) return ok({ origin: 'reconnectEdge', changes: [] });
  const exit = findExit(analysis, { source, via, target });
  if (!exit.ok) return exit;
  const blocked = findConnectionProblem(analysis, {
    source: exit.value.node,
    via: exit.value.via,
    target,
  });
  if (blocked) return blocked;
  const written = readNext(analysis.syntax, edge.path);
  const origin = `reconnectEdge:${args.edgeId}`;
  if (staysAt) {
    const next = written.map((id) => (id === edge.target ? target : id));
    return editFile(analysis, { origin, steps: [writeNext(edge.path, next)] });
  }
  const arriving = addNext(readNext(analysis.syntax, exit.value.path), target);
  const rest = written.filter((id) => id !== edge.target);
  const steps = [
    ...moveData(analysis, edge, exit.value.path),
    writeNext(exit.value.path, arriving),
    writeNext(edge.path, rest),
  ];
  return editFile(analysis, { origin, steps });
}

/** The `with` of a connection that is alone in its handler goes along, where the new handler has none. */
function moveData(analysis: Analysis, edge: GraphEdge, to: GraphEdge['path']): Step[] {
  const held = readData(analysis, [...edge.path, 'with']);
  const isShared = readNext(analysis.syntax, edge.path).length > 1;
  if ((!isDataMap(held) && typeof held !== 'string') || isShared || readData(analysis, [...to, 'with']) !== undefined)
    return [];
  return [removePath([...edge.path, 'with']), setAt([...to, 'with'], held)];
}

function readData(analysis: Analysis, path: GraphEdge['path']): Data | undefined {
  const node = findNode(analysis.syntax, path);
  return node ? toNodeData(node) : undefined;
}
