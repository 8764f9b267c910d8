import { Annotation, END, MemorySaver, Send, START, StateGraph } from '@langchain/langgraph';
import { EventSink } from '../runs/EventSink.ts';
import type { Peer } from '../runs/Peer.ts';

/** A graph of nodes over a state, checkpointed in memory; its fullest stream (tasks and checkpoints) is the journal of events. */
export const langgraph: Peer = {
  name: '@langchain/langgraph 1.3.7',
  chain: (steps) => {
    const graph = open();
    for (let index = 0; index < steps; index += 1) graph.addNode(`t${index}`, add);
    graph.addEdge(START, 't0');
    for (let index = 1; index < steps; index += 1) graph.addEdge(`t${index - 1}`, `t${index}`);
    graph.addEdge(`t${steps - 1}`, END);
    return run(graph, steps);
  },
  fanOut: (branches) => {
    const graph = open();
    const ids = Array.from({ length: branches }, (_, index) => `t${index}`);
    graph.addNode('start', add).addNode('join', add);
    for (const id of ids) graph.addNode(id, add).addEdge('start', id);
    graph.addEdge(START, 'start').addEdge(ids, 'join').addEdge('join', END);
    return run(graph, 10);
  },
  loop: (rounds) => {
    const graph = open();
    graph.addNode('count', add).addEdge(START, 'count');
    graph.addConditionalEdges('count', ({ n }: { n: number }) => (n < rounds ? 'count' : END));
    return run(graph, rounds);
  },
  collection: (items) => {
    const graph = open();
    graph.addNode('double', ({ n }: { n: number }) => ({ n: n * 2 })).addEdge('double', END);
    graph.addConditionalEdges(START, () => Array.from({ length: items }, (_, n) => new Send('double', { n })));
    return run(graph, 10);
  },
};

const add = (state: { n: number }): { n: number } => ({ n: state.n + 1 });

interface State {
  readonly n: number;
}

/** A graph whose ids are made at run time; the library's own type wants them written down. */
interface Graph {
  addNode(id: string, work: (state: State) => State): Graph;
  addEdge(from: string | readonly string[], to: string): Graph;
  addConditionalEdges(from: string, choose: (state: State) => unknown): Graph;
  compile(options: unknown): { stream(input: State, options: unknown): Promise<AsyncIterable<unknown>> };
}

function open(): Graph {
  const graph: unknown = new StateGraph(
    Annotation.Root({ n: Annotation<number>({ reducer: (_, next) => next, default: () => 0 }) }),
  );
  return graph as Graph; // As far as it is used here.
}

function run(graph: Graph, steps: number): () => Promise<unknown> {
  const checkpointer = new MemorySaver();
  const compiled = graph.compile({ checkpointer });
  return async () => {
    await checkpointer.deleteThread('1');
    const events = new EventSink();
    const options = { configurable: { thread_id: '1' }, recursionLimit: steps + 10, streamMode: 'debug' };
    for await (const event of await compiled.stream({ n: 0 }, options))
      events.push({ seq: events.length, at: Date.now(), event });
    return events;
  };
}
