import {
  type ChartNode,
  type CodeNode,
  codeNode,
  coreRunGraph,
  type GraphId,
  graphInputNode,
  graphOutputNode,
  type NodeConnection,
  type NodeGraph,
  type NodeId,
  type PortId,
  type Project,
  type ProjectId,
} from '@ironclad/rivet-core';
import type { Peer } from '../runs/Peer.ts';

const FROM = 'from';
const OUTPUT = 'n';

/** Code nodes between the graph's input and output; the events of its processor are the journal. */
export const rivet: Peer = {
  name: '@ironclad/rivet-core 1.23.1',
  // It goes back through a chain by recursion: with 700 nodes its stack overflows.
  sizes: { chain: 500 },
  chain: (steps) => {
    const nodes = Array.from({ length: steps }, (_, index) => code(`t${index}`, '+ 1'));
    const wires = nodes.map((_, index) => wire(index === 0 ? 'in' : `t${index - 1}`, `t${index}`));
    return run([graph('main', nodes, [...wires, wire(`t${steps - 1}`, 'out')])], 0, steps);
  },
  // By hand: 0.96 s for 1,000 branches, once; run again in one process it did not end within seconds. Not measured.
  fanOut: null,
  // A graph run by its Loop Until node, as tried here, did not end: not measured.
  loop: null,
  // By hand: 0.28 s for 1,000 items, once; run again in one process it did not end within seconds. Not measured.
  collection: null,
};

function code(id: string, change: string): CodeNode {
  const node = codeNode.impl.create();
  node.id = id as NodeId;
  node.data.code = `return { output: { type: 'number', value: inputs.input.value ${change} } };`;
  node.data.inputNames = 'input';
  node.data.outputNames = 'output';
  return node;
}

/** A connection between the ports that the nodes `in`, `out` and those of code have, unless another is named. */
function wire(from: string, to: string, port = to === 'out' ? 'value' : 'input'): NodeConnection {
  return {
    outputNodeId: from as NodeId,
    outputId: (from === 'in' ? 'data' : 'output') as PortId,
    inputNodeId: to as NodeId,
    inputId: port as PortId,
  };
}

/** A graph whose one input and one output stand before and after the nodes. */
function graph(id: string, nodes: readonly ChartNode[], connections: NodeConnection[]): NodeGraph {
  const start = graphInputNode.impl.create();
  start.id = 'in' as NodeId;
  start.data = { ...start.data, id: FROM, dataType: 'any' };
  const end = graphOutputNode.impl.create();
  end.id = 'out' as NodeId;
  end.data = { ...end.data, id: OUTPUT, dataType: 'any' };
  return { metadata: { id: id as GraphId, name: id, description: '' }, nodes: [start, ...nodes, end], connections };
}

function run(graphs: readonly NodeGraph[], from: number | number[], expected: unknown): () => Promise<unknown> {
  const project: Project = {
    metadata: { id: 'bench' as ProjectId, title: 'bench', description: '', mainGraphId: 'main' as GraphId },
    graphs: Object.fromEntries(graphs.map((made) => [made.metadata?.id, made])),
    plugins: [],
  };
  return async () => {
    const events: unknown[] = [];
    const note = (event: unknown): void => {
      events.push({ seq: events.length, at: Date.now(), event });
    };
    const input = Array.isArray(from) ? { type: 'number[]' as const, value: from } : from;
    const notes = { onNodeStart: note, onNodeFinish: note, onGraphStart: note, onGraphFinish: note };
    const output = await coreRunGraph(project, { graph: 'main', inputs: { [FROM]: input }, openAiKey: '', ...notes });
    if (JSON.stringify(output[OUTPUT]?.value) !== JSON.stringify(expected))
      throw new Error('Rivet gave something else.');
    return { events, output };
  };
}
