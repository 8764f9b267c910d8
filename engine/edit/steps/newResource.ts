import { type Data, type DataMap, toData } from '../../base/index.ts';
import { builtInUse, HTTP, MEMORY_DEFAULTS, MOCK_PROVIDER } from '../../tools/index.ts';

/** What a person said of a new agent; what is absent is made up. */
export interface AgentSettings {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** What its one action is told. */
  readonly instructions?: string | undefined;
}

/** A new agent with one action. Unless its settings say otherwise it runs immediately, offline: with the mock provider. */
export function formatAgent(
  id: string,
  { provider = MOCK_PROVIDER, model = 'mock-1', instructions }: AgentSettings = {},
): DataMap {
  return new Map<string, Data>([
    ['id', id],
    ['use', 'core:agent'],
    ['config', toData({ provider, model })],
    ['actions', [formatAction('answer', instructions)]],
  ]);
}

/** A new action: its instructions, and the schema of what it answers. */
export function formatAction(id: string, instructions = 'Answer the question in one paragraph.'): DataMap {
  return new Map<string, Data>([
    ['id', id],
    ['instructions', instructions],
    ['output', toData({ type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] })],
  ]);
}

/** A new tool: an HTTP request with its input and output described. */
export function formatTool(id: string): DataMap {
  return new Map<string, Data>([
    ['id', id],
    ['use', builtInUse(HTTP)],
    [
      'schema',
      toData({
        input: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
        output: { type: 'object', properties: { status: { type: 'integer' }, body: {} } },
      }),
    ],
  ]);
}

/** Conversation memory that lives as long as the page, with the local embedder. */
export function formatMemory(id: string): DataMap {
  return new Map<string, Data>([
    ['id', id],
    ['vector', toData({ use: MEMORY_DEFAULTS.vector, dimensions: 384, config: {} })],
    ['options', toData({ lastMessages: 10 })],
  ]);
}
