import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EventSink } from '../runs/EventSink.ts';
import type { Peer } from '../runs/Peer.ts';
import { type Items, type Kind, nodeType } from './n8nNodes.ts';

/** Where it writes its settings when it runs for the first time: not into the user's own folder. */
const FOLDER = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-n8n-'));
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
process.env['N8N_USER_FOLDER'] = FOLDER;
process.env['N8N_ENCRYPTION_KEY'] = 'bench';

// Its ES modules name files without their endings, which Node does not load.
const require = createRequire(import.meta.url);
const { WorkflowExecute, ExecutionLifecycleHooks }: Core = require('n8n-core');
const { Workflow }: { readonly Workflow: new (parts: unknown) => Graph } = require('n8n-workflow');

const BATCH = 100;

/** Nodes of four types and expressions between them; its hooks are the journal of events, its run data the state. */
export const n8n: Peer = {
  name: 'n8n-core 2.41.1',
  chain: (steps) => {
    const nodes = Array.from({ length: steps }, (_, index) =>
      node(`t${index}`, 'set', index === 0 ? '={{ $json.from }}' : '={{ $json.n + 1 }}'),
    );
    const wires = nodes.slice(1).map((_, index) => wire(`t${index}`, `t${index + 1}`));
    return run({ nodes, wires, input: [{ from: 0 }], events: 2 * steps + 2, expected: [{ n: steps - 1 }] });
  },
  fanOut: (branches) => {
    const ids = Array.from({ length: branches }, (_, index) => `t${index}`);
    const nodes = [
      node('start', 'set', '={{ $json.from }}'),
      ...ids.map((id) => node(id, 'set', '={{ $json.n + 1 }}')),
      node('join', 'join', `={{ $('t${branches - 1}').first().json.n }}`),
    ];
    const wires = ids.flatMap((id, index) => [wire('start', id), wire(id, 'join', { input: index })]);
    const events = 2 * (branches + 2) + 2;
    return run({ nodes, wires, inputs: branches, input: [{ from: 0 }], events, expected: [{ n: 1 }] });
  },
  loop: (rounds) => {
    const nodes = [
      node('count', 'set', '={{ ($json.n ?? 0) + 1 }}'),
      node('again', 'if', `={{ $json.n < ${rounds} }}`),
      node('end', 'set', '={{ $json.n }}'),
    ];
    const wires = [wire('count', 'again'), wire('again', 'count'), wire('again', 'end', { output: 1 })];
    return run({ nodes, wires, input: [{}], events: 2 * (2 * rounds + 1) + 2, expected: [{ n: rounds }] });
  },
  collection: (items) => {
    const nodes = [node('each', 'loop', BATCH), node('double', 'set', '={{ $json.n * 2 }}')];
    const wires = [wire('each', 'double', { output: 1 }), wire('double', 'each')];
    const input = Array.from({ length: items }, (_, n) => ({ n }));
    const expected = input.map(({ n }) => ({ n: n * 2 }));
    return run({ nodes, wires, input, events: 2 * (2 * Math.ceil(items / BATCH) + 1) + 2, expected });
  },
};

/** The packages, as far as they are used here. */
interface Core {
  readonly WorkflowExecute: new (environment: unknown, mode: string) => { run(options: unknown): PromiseLike<Ended> };
  readonly ExecutionLifecycleHooks: new (
    mode: string,
    executionId: string,
    workflow: unknown,
  ) => { addHandler(name: string, handler: (...facts: readonly unknown[]) => void): void };
}

interface Graph {
  getNode(name: string): unknown;
}

interface Ended {
  readonly status: string;
  readonly data: {
    readonly resultData: {
      readonly error?: { readonly message: string };
      readonly lastNodeExecuted?: string;
      readonly runData: Readonly<Record<string, readonly { readonly data?: { readonly main: Items[] } }[]>>;
    };
  };
}

interface Node {
  readonly name: string;
  readonly type: Kind;
}

function node(name: string, type: Kind, n: unknown): Node {
  return Object.assign({ name, type }, { id: name, typeVersion: 1, position: [0, 0], parameters: { n } });
}

interface Wire {
  readonly from: string;
  readonly output: number;
  readonly to: { readonly node: string; readonly type: 'main'; readonly index: number };
}

function wire(from: string, to: string, { output = 0, input = 0 } = {}): Wire {
  return { from, output, to: { node: to, type: 'main', index: input } };
}

/** By the node that they leave, then by its output. */
function connectionsOf(wires: readonly Wire[]): unknown {
  const connections: Record<string, { main: Wire['to'][][] }> = {};
  for (const { from, output, to } of wires) {
    connections[from] ??= { main: [] };
    const { main } = connections[from];
    while (main.length <= output) main.push([]);
    main[output]?.push(to);
  }
  return connections;
}

interface Load {
  /** It starts with the first. */
  readonly nodes: readonly Node[];
  readonly wires: readonly Wire[];
  /** Of its join. */
  readonly inputs?: number;
  readonly input: readonly unknown[];
  /** How many events its hooks emit. */
  readonly events: number;
  readonly expected: readonly unknown[];
}

const HOOKS = ['workflowExecuteBefore', 'nodeExecuteBefore', 'nodeExecuteAfter', 'workflowExecuteAfter'];

function run({ nodes, wires, inputs = 1, input, events: count, expected }: Load): () => Promise<unknown> {
  const types = new Map(nodes.map(({ type }) => [type, nodeType(type, inputs)]));
  const getType = (type: Kind): unknown => types.get(type);
  const parts = { id: 'bench', name: 'bench', nodes, connections: connectionsOf(wires), active: false };
  const nodeTypes = { getByName: getType, getByNameAndVersion: getType, getKnownTypes: () => ({}) };
  const workflow = new Workflow({ ...parts, nodeTypes, settings: { executionOrder: 'v1' } });
  const start = nodes[0]?.name ?? '';
  return async () => {
    const events = new EventSink();
    const hooks = new ExecutionLifecycleHooks('trigger', '1', parts);
    for (const type of HOOKS)
      hooks.addHandler(type, (name, data) => events.push({ seq: events.length, at: Date.now(), type, name, data }));
    const execution = new WorkflowExecute({ ...ENVIRONMENT, hooks }, 'trigger');
    const items = input.map((json) => ({ json }));
    const triggerToStartFrom = { name: start, data: { data: { main: [items] } } };
    const ended = await execution.run({ workflow, startNode: workflow.getNode(start), triggerToStartFrom });
    const { error, lastNodeExecuted = '', runData } = ended.data.resultData;
    if (ended.status !== 'success') throw new Error(`n8n ended with ${error?.message ?? ended.status}.`);
    const output = runData[lastNodeExecuted]?.at(-1)?.data?.main[0]?.map(({ json }) => json);
    if (events.length !== count || JSON.stringify(output) !== JSON.stringify(expected))
      throw new Error('n8n gave something else.');
    return { events, output };
  };
}

/** What it wants to know of the server around it; nothing here asks that server for anything. */
const ENVIRONMENT = {
  executionId: '1',
  currentNodeExecutionIndex: 0,
  variables: {},
  credentialsHelper: {},
  restApiUrl: '',
  webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
  formWaitingBaseUrl: 'http://localhost/form-waiting',
  setExecutionStatus: (): void => undefined,
  sendDataToUI: (): void => undefined,
};
