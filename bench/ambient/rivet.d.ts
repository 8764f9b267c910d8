export type NodeId = string & { readonly __brand: 'NodeId' };
export type PortId = string & { readonly __brand: 'PortId' };
export type GraphId = string & { readonly __brand: 'GraphId' };
export type ProjectId = string & { readonly __brand: 'ProjectId' };

export interface ChartNode<Data = unknown> {
  id: NodeId;
  data: Data;
}

export type CodeNode = ChartNode<{ code: string; inputNames: string | string[]; outputNames: string | string[] }>;

export interface NodeConnection {
  outputNodeId: NodeId;
  outputId: PortId;
  inputNodeId: NodeId;
  inputId: PortId;
}

export interface NodeGraph {
  metadata?: { id?: GraphId; name?: string; description?: string };
  nodes: ChartNode[];
  connections: NodeConnection[];
}

export interface Project {
  metadata: { id: ProjectId; title: string; description: string; mainGraphId?: GraphId };
  graphs: Record<GraphId, NodeGraph>;
  plugins?: unknown[];
}

/** A kind of node, which makes nodes. */
interface NodeKind<Node> {
  readonly impl: { create(): Node };
}

export declare const codeNode: NodeKind<CodeNode>;
export declare const graphInputNode: NodeKind<ChartNode<{ id: string; dataType: 'any' }>>;
export declare const graphOutputNode: NodeKind<ChartNode<{ id: string; dataType: 'any' }>>;
export declare const loopControllerNode: NodeKind<ChartNode<{ maxIterations?: number }>>;
export declare const subGraphNode: NodeKind<ChartNode<{ graphId: GraphId }>>;

type Listener = (event: unknown) => void;

export function coreRunGraph(
  project: Project,
  options: {
    graph: string;
    inputs: Record<string, number | { type: 'number[]'; value: number[] }>;
    openAiKey: string;
    onNodeStart: Listener;
    onNodeFinish: Listener;
    onGraphStart: Listener;
    onGraphFinish: Listener;
  },
): Promise<Record<string, { value: unknown } | undefined>>;
