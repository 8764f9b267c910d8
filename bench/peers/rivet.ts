import { setMaxListeners } from 'node:events';
import {
  type ChartNode,
  type CodeNode,
  codeNode,
  coreRunGraph,
  type GraphId,
  graphInputNode,
  graphOutputNode,
  loopControllerNode,
  type NodeConnection,
  type NodeGraph,
  type NodeId,
  type PortId,
  type Project,
  type ProjectId,
  subGraphNode,
} from '@ironclad/rivet-core';
import { EventSink } from '../runs/EventSink.ts';
import type { Peer } from '../runs/Peer.ts';

// It listens to one signal for each of its nodes, of which Node would warn again and again.
setMaxListeners(0);

const FROM = 'from';
const OUTPUT = 'n';

/** Nodes between the graph's input and output; the events of its processor are the journal. */
export const rivet: Peer = {
  name: '@ironclad/rivet-core 1.23.1',
  // It goes back through a chain by recursion: with 700 nodes its stack overflows.
  sizes: { chain: 500 },
  chain: (steps) => {
    const nodes = Array.from({ length: steps }, (_, index) => code(`t${index}`, number('input.value + 1')));
    const wires = nodes.map((_, index) => wire(index === 0 ? 'in' : `t${index - 1}`, `t${index}`));
    const graphs = [graph('main', nodes, [...wires, wire(`t${steps - 1}`, 'out')])];
    return run({ graphs, from: 0, events: 2 * (steps + 2) + 2, expected: steps });
  },
  fanOut: (branches) => {
    const ids = Array.from({ length: branches }, (_, index) => `t${index}`);
    const start = code('start', number('input.value'));
    const nodes = ids.map((id) => code(id, number('input.value + 1')));
    const join = code('join', number(`t${branches - 1}.value`), ids);
    const wires = ids.flatMap((id) => [wire('start', id), wire(id, 'join', { input: id })]);
    const graphs = [graph('main', [start, ...nodes, join], [wire('in', 'start'), ...wires, wire('join', 'out')])];
    return run({ graphs, from: 0, events: 2 * (branches + 4) + 2, expected: 1 });
  },
  loop: (rounds) => {
    const controller = loopControllerNode.impl.create();
    controller.id = 'loop' as NodeId;
    controller.data.maxIterations = rounds + 1;
    const isOn = code('again', `return { output: { type: 'boolean', value: inputs.input.value < ${rounds} } };`);
    const nodes = [controller, code('count', number('input.value + 1')), isOn, code('last', number('input.value[0]'))];
    const wires = [
      wire('in', 'loop', { input: 'input1Default' }),
      wire('loop', 'count', { output: 'output1' }),
      wire('count', 'loop', { input: 'input1' }),
      wire('count', 'again'),
      wire('again', 'loop', { input: 'continue' }),
      wire('loop', 'last', { output: 'break' }),
      wire('last', 'out'),
    ];
    const graphs = [graph('main', nodes, wires)];
    return run({ graphs, from: 0, events: 2 * (3 * rounds + 4) + 2, expected: rounds });
  },
  collection: (items) => {
    const each = subGraphNode.impl.create();
    each.id = 'each' as NodeId;
    each.data.graphId = 'body' as GraphId;
    // One after the other: all of them in parallel take it half as long again. What is past the most is left out in silence.
    Object.assign(each, { isSplitRun: true, isSplitSequential: true, splitRunMax: items });
    const from = Array.from({ length: items }, (_, n) => n);
    const main = [wire('in', 'each', { input: FROM }), wire('each', 'out', { output: OUTPUT })];
    const body = [wire('in', 'double'), wire('double', 'out')];
    const graphs = [graph('main', [each], main), graph('body', [code('double', number('input.value * 2'))], body)];
    return run({ graphs, from, events: 2 * 3 + 2 + items * (2 * 3 + 2), expected: from.map((n) => n * 2) });
  },
};

/** A node's code that answers with a number; inputs are named in it. */
function number(expression: string): string {
  return `return { output: { type: 'number', value: inputs.${expression} } };`;
}

function code(id: string, text: string, inputs: string | string[] = 'input'): CodeNode {
  const node = codeNode.impl.create();
  node.id = id as NodeId;
  node.data = { code: text, inputNames: inputs, outputNames: 'output' };
  return node;
}

/** A connection between the ports that the nodes `in`, `out` and those of code have, unless others are named. */
function wire(
  from: string,
  to: string,
  ports: { readonly output?: string; readonly input?: string } = {},
): NodeConnection {
  return {
    outputNodeId: from as NodeId,
    outputId: (ports.output ?? (from === 'in' ? 'data' : 'output')) as PortId,
    inputNodeId: to as NodeId,
    inputId: (ports.input ?? (to === 'out' ? 'value' : 'input')) as PortId,
  };
}

/** A graph with one input before and one output after the nodes. */
function graph(id: string, nodes: readonly ChartNode[], connections: NodeConnection[]): NodeGraph {
  const start = graphInputNode.impl.create();
  start.id = 'in' as NodeId;
  start.data = { ...start.data, id: FROM, dataType: 'any' };
  const end = graphOutputNode.impl.create();
  end.id = 'out' as NodeId;
  end.data = { ...end.data, id: OUTPUT, dataType: 'any' };
  return { metadata: { id: id as GraphId, name: id, description: '' }, nodes: [start, ...nodes, end], connections };
}

interface Load {
  readonly graphs: readonly NodeGraph[];
  readonly from: number | number[];
  /** How many events its processors emit. */
  readonly events: number;
  readonly expected: unknown;
}

function run({ graphs, from, events: count, expected }: Load): () => Promise<unknown> {
  const project: Project = {
    metadata: { id: 'bench' as ProjectId, title: 'bench', description: '', mainGraphId: 'main' as GraphId },
    graphs: Object.fromEntries(graphs.map((made) => [made.metadata?.id, made])),
    plugins: [],
  };
  const input = Array.isArray(from) ? { type: 'number[]' as const, value: from } : from;
  return async () => {
    const events = new EventSink();
    const note = (event: unknown): void => {
      events.push({ seq: events.length, at: Date.now(), event });
    };
    const notes = { onNodeStart: note, onNodeFinish: note, onGraphStart: note, onGraphFinish: note };
    const output = await coreRunGraph(project, { graph: 'main', inputs: { [FROM]: input }, openAiKey: '', ...notes });
    if (events.length !== count || JSON.stringify(output[OUTPUT]?.value) !== JSON.stringify(expected))
      throw new Error('Rivet gave something else.');
    return { events, output };
  };
}
