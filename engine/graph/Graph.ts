import type { EdgeVia, Task } from '../model/index.ts';
import type { Path } from '../text/index.ts';

export interface GraphNode {
  /** The task id. Tasks without one are `#<path>`; the second of two equal ids is `<id>#<path>`. */
  readonly id: string;
  readonly task: Task;
  /** Id of the container's node; null at the top. */
  readonly parent: string | null;
  /** Ids of the children, in list order. */
  readonly children: readonly string[];
  readonly isStart: boolean;
  readonly isReachable: boolean;
}

export interface GraphEdge {
  /** By {@link formatEdgeId}: stable while source, via and target are. */
  readonly id: string;
  readonly source: string;
  readonly via: EdgeVia;
  /** A node id, or `end`. */
  readonly target: string;
  /** True when no task has the target's id (and it is not `end`). Such an edge is not drawn; the card shows it. */
  readonly isDangling: boolean;
  /** The label of the line: the route's key or condition, else the handler's label. */
  readonly label: string;
  /** The object that holds `next` and `with` (a short route `key: task` has the scalar there). */
  readonly path: Path;
}

export interface Graph {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
}

/** The id of the edge from a task by one of its handlers or routes to a target. */
export function formatEdgeId(source: string, via: EdgeVia, target: string): string {
  return `${source}>${via}>${target}`;
}
