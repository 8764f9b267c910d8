import { assertNever, messageOf, type Result } from '../base/index.ts';
import type { Call, ModelCall, Outcome, RunError, ToolCall } from '../run/index.ts';
import { BUILT_INS, builtInUse, changesSomething, findBuiltIn, MOCK_PROVIDER } from '../tools/index.ts';
import { authorizeData, misplaced } from './authorizeRequest.ts';
import { type Delay, realDelay } from './delay.ts';
import { createEgress, type Egress, type Exchange, type HostFetch } from './egress.ts';
import type { McpConnections } from './mcp/McpConnections.ts';
import type { ListedTools } from './mcp/openConnection.ts';
import type { MemoryHome } from './memory/MemoryHome.ts';
import type { ModelContext, ModelProvider } from './models/askProvider.ts';
import { cancelled, fail, succeedSimulated } from './outcome.ts';
import { Exposure, type HostPorts, type McpServer } from './ports.ts';
import { maskProgress, redactOutcome } from './redactOutcome.ts';
import { findMisplacedSecret } from './secrets/findMisplacedSecret.ts';
import type { ResolveSecret } from './secrets/placeholder.ts';
import { UsedSecrets } from './secrets/UsedSecrets.ts';
import { runBuiltIn } from './tools/runBuiltIn.ts';

/** What a performer needs of its host. */
export interface PerformerContext extends HostPorts {
  /** Relative addresses of `core:http` resolve against this; empty when there is none. */
  readonly baseUrl: string;
  /** The value behind a placeholder (see `formatSecretPlaceholder`); undefined when there is none. */
  readonly resolveSecret: ResolveSecret;
  /** Instead of the platform's. */
  readonly fetch?: HostFetch;
  /** What requests to MCP servers go by, which the host itself names; absent: all go alike. */
  readonly serverFetch?: HostFetch;
  /** What sends requests whose whole answer is read, at less cost than `fetch`; absent: that does. */
  readonly exchange?: Exchange;
  /** Instead of real time. */
  readonly delay?: Delay;
  /** Values that are masked in every answer, besides those of secrets. */
  readonly masked?: readonly string[];
  /** Waited for between two steps of long work; absent: it is done at once. */
  readonly rest?: () => Promise<void>;
}

/** Performs the calls of one run. */
export interface Performer {
  /** Performs one call. Never rejects: every failure is an outcome. An abort is answered with CANCELLED immediately. */
  readonly perform: (effect: Call, signal: AbortSignal) => Promise<Outcome>;
  /** Asks a server for its tools; the error is a message for the user. */
  readonly listTools: (server: McpServer, signal: AbortSignal) => Promise<Result<ListedTools, RunError>>;
  /** Ends what was kept for the run: sessions with MCP servers. */
  readonly close: () => void;
}

/** How long a mock answer of a tool takes, in ms: long enough to be seen. */
const SIMULATED_LATENCY = 200;

/** Makes the performer of one run: scripts of mocks count its calls, and every secret it used is masked in its outcomes. */
export function createPerformer(context: PerformerContext): Performer {
  const used = new UsedSecrets(context.masked ?? []);
  const counts = new Map<string, number>();
  const exposure = context.exposure ?? new Exposure();
  const authorize = context.authorizeSecret ?? null;
  const { baseUrl, resolveSecret: reveal, exchange, serverFetch } = context;
  const fetch = context.fetch ?? ((...args: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...args));
  const shared = { baseUrl, reveal, onSend: (value: string) => used.add(value), fetch, authorize, exposure };
  const egress = createEgress({ ...shared, exchange });
  const serverEgress = serverFetch === undefined ? egress : createEgress({ ...shared, fetch: serverFetch });
  let connections: Promise<McpConnections> | null = null;
  const tools: CallTools = {
    connections: () => {
      connections ??= import('./mcp/McpConnections.ts').then((mcp) => new mcp.McpConnections(serverEgress));
      return connections;
    },
    ports:
      context.onProgress === undefined ? context : { ...context, onProgress: maskProgress(context.onProgress, used) },
    home: context.memory ?? null,
    egress,
    serverEgress,
    delay: context.delay ?? realDelay,
    nextIndex: (script) => {
      const index = counts.get(script) ?? 0;
      counts.set(script, index + 1);
      return index;
    },
  };
  const perform = async (effect: Call, signal: AbortSignal): Promise<Outcome> => {
    const store = storeOf(effect);
    const stored = store === null ? null : await authorizeData(store, { authorize, exposure }, signal);
    return stored?.ok === false ? stored : performSafely(effect, { ...tools, signal });
  };
  return {
    perform: async (effect, signal) => {
      if (signal.aborted) return cancelled();
      const answer = perform(effect, signal)
        .then((outcome) => redactOutcome(outcome, used.redactor(), context.rest))
        .then((outcome) => (exposure.size === 0 ? outcome : { ...outcome, exposed: [...exposure].sort() }));
      return untilAborted(answer, signal);
    },
    listTools: async (server, signal) =>
      (await import('./mcp/listMcpTools.ts')).listMcpTools(server, serverEgress, signal),
    close: () => void connections?.then((open) => open.close()),
  };
}

interface CallTools {
  /** Sessions with MCP servers: their client is large and is loaded with the first call. */
  readonly connections: () => Promise<McpConnections>;
  readonly ports: HostPorts;
  readonly home: MemoryHome | null;
  readonly egress: Egress;
  /** For MCP servers. */
  readonly serverEgress: Egress;
  readonly delay: Delay;
  readonly nextIndex: (script: string) => number;
}

async function performSafely(effect: Call, tools: CallTools & { readonly signal: AbortSignal }): Promise<Outcome> {
  const wrong = findMisplacedSecret(effect);
  if (wrong !== null) return misplaced(wrong.name, wrong.where);
  try {
    switch (effect.type) {
      case 'model.call':
        return await runModel(effect, tools);
      case 'tool.call':
        return await runTool(effect, tools);
      case 'memory.call': {
        // Its backends are large and seldom needed.
        const { performMemory } = await import('./memory/performMemory.ts');
        return await performMemory(effect, tools);
      }
      default:
        return assertNever(effect);
    }
  } catch (error) {
    const reason = messageOf(error);
    return fail('EXECUTION_ERROR', `Internal error: the call failed inside Signalbox: ${reason}`, {
      type: 'internal',
      reason,
    });
  }
}

async function runTool(effect: ToolCall, tools: CallTools & { readonly signal: AbortSignal }): Promise<Outcome> {
  if (effect.use.startsWith('core:')) return runBuiltIn(effect, tools);
  if (effect.simulate) {
    const { mockToolAnswer } = await import('./calls/mockToolAnswer.ts');
    await tools.delay(SIMULATED_LATENCY, tools.signal);
    return succeedSimulated(mockToolAnswer(effect.outputSchema ?? null, effect.seed));
  }
  if (/^mcp[:/]/.test(effect.use)) {
    const { callMcpTool } = await import('./mcp/callMcpTool.ts');
    const servers = tools.ports.mcpServers ?? [];
    const { signal, serverEgress: egress } = tools;
    return callMcpTool(effect, { egress, signal, servers, connections: await tools.connections() });
  }
  const names = BUILT_INS.map(builtInUse);
  return fail(
    'REFERENCE_ERROR',
    `There is no tool “${effect.use}” here. Available: ${names.join(', ')}. A simulated run mocks it from its output schema.`,
    { type: 'tool', reason: 'unresolved', use: effect.use, available: names },
  );
}

function untilAborted(answer: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const stop = (): void => resolve(cancelled());
    signal.addEventListener('abort', stop, { once: true });
    void answer.then((outcome) => {
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    });
  });
}

/** The store of this device that a call writes to, by its name for the user; null where it writes to none. */
function storeOf(call: Call): string | null {
  if (call.type === 'model.call') return null;
  if (call.type === 'memory.call') return call.request.op === 'append' ? 'the memories of this device' : null;
  const tool = findBuiltIn(call.use);
  return tool?.store !== undefined && changesSomething(tool, call.input) ? tool.store : null;
}

/** Loaded with the first mock call. */
const answerWithMock: ModelProvider = async (call, context) =>
  (await import('./models/mock.ts')).answerWithMock(call, context);

/** Loaded with the first call to a provider. */
const askProvider: ModelProvider = async (call, context) =>
  (await import('./models/askProvider.ts')).askProvider(call, context);

/** Asks a model for one turn. A simulated run asks no provider; an unknown one is a CONFIGURATION_ERROR that names what there is. */
async function runModel(call: ModelCall, context: ModelContext): Promise<Outcome> {
  return call.simulate || call.provider === MOCK_PROVIDER ? answerWithMock(call, context) : askProvider(call, context);
}
