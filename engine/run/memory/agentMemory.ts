import { isJsonObject, type Json } from '../../base/index.ts';
import type { MemoryAnswer, ModelMessage, ModelTool } from '../Effect.ts';
import type { Activation, Run } from '../Run.ts';
import { failed, type UseFailure } from '../UseRequest.ts';
import { callMemory, memoryState } from './callMemory.ts';
import { isWellFormedXml } from './isWellFormedXml.ts';
import type { MemoryOptions } from './ResolvedMemory.ts';

/** The memory of one agent call: which, and whose thread. */
export interface AgentMemory {
  readonly id: string;
  readonly threadId: string;
}

/** What an agent knows before its first turn. */
export interface Recalled {
  /** For the system prompt; empty where the agent keeps no working memory. */
  readonly instructions: string;
  /** The last messages, oldest first, then one with what was found for the user's text. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
}

/** What an agent without a memory knows. */
export const NOTHING_RECALLED: Recalled = { instructions: '', messages: [], tools: [] };

/** The tool by which a model replaces its working memory. */
const WORK_TOOL = 'update_working_memory';

/** Reads an agent's memory before its first turn; with a text of the user's, all threads are searched for what is like it. */
export function recall(
  run: Run,
  activation: Activation,
  about: {
    readonly memory: AgentMemory;
    readonly text: string | null;
    readonly done: (result: { readonly ok: true; readonly value: Recalled } | UseFailure) => void;
  },
): void {
  const { memory, text, done } = about;
  const { resolved } = memoryState(run, memory.id);
  if (!resolved.ok) {
    done(failed(resolved.error));
    return;
  }
  const { options } = resolved.value;
  const searches = text !== null && options.recallsBySense && options.maxResults > 0;
  callMemory(run, activation, {
    ...memory,
    request: searches ? { op: 'recall', text } : { op: 'read' },
    done: (result) =>
      done(result.ok ? { ok: true, value: toRecalled(result.value, { options, hasSearched: searches }) } : result),
  });
}

/** Keeps what the user said and what the agent answered in the end. */
export function remember(
  run: Run,
  activation: Activation,
  said: {
    readonly memory: AgentMemory;
    readonly user: string | null;
    readonly assistant: string;
    readonly done: (failure: UseFailure | null) => void;
  },
): void {
  const user = said.user === null ? [] : [{ role: 'user', content: said.user } as const];
  callMemory(run, activation, {
    ...said.memory,
    request: { op: 'append', messages: [...user, { role: 'assistant', content: said.assistant }] },
    done: (result) => said.done(result.ok ? null : result),
  });
}

/** Answers a model's `update_working_memory`: the whole block is replaced, or the model is told what is wrong with it. */
export function work(
  run: Run,
  activation: Activation,
  asked: { readonly memory: AgentMemory; readonly input: Json; readonly done: (content: Json) => void },
): void {
  const { memory, input, done } = asked;
  const text = isJsonObject(input) ? input['memory'] : undefined;
  const { resolved } = memoryState(run, memory.id);
  const template = resolved.ok ? resolved.value.options.workingTemplate : null;
  if (typeof text !== 'string') {
    done({ error: `${WORK_TOOL} needs \`memory\`: the whole working memory, as text.` });
    return;
  }
  if (template !== null && isWellFormedXml(template) && !isWellFormedXml(text)) {
    done({
      error: 'The working memory must stay well-formed XML. Close every tag in its place and send it whole again.',
    });
    return;
  }
  callMemory(run, activation, {
    ...memory,
    request: { op: 'work', text },
    done: (result) => done(result.ok ? { updated: true } : { error: { ...result.error } }),
  });
}

function toRecalled(
  answer: MemoryAnswer,
  { options, hasSearched }: { readonly options: MemoryOptions; readonly hasSearched: boolean },
): Recalled {
  const last = answer.last_messages.map(({ role, content }) => ({ role, content }));
  const messages = [...last, ...(hasSearched ? toFoundMessage(answer.semantic_search) : [])];
  if (options.workingTemplate === null) return { instructions: '', messages, tools: [] };
  const block = answer.working_memory ?? options.workingTemplate;
  return {
    instructions: `What you remember about this conversation is your working memory. When something worth keeping changes, call ${WORK_TOOL} with the whole of it: what you send replaces it.\n<working_memory>\n${block}\n</working_memory>`,
    messages,
    tools: [toWorkTool(isWellFormedXml(options.workingTemplate))],
  };
}

/** What was found has no role, and may be from other threads: it is quoted, as something the user brings along. */
function toFoundMessage(found: MemoryAnswer['semantic_search']): readonly ModelMessage[] {
  if (found.length === 0) return [];
  const lines = found.map(({ content, timestamp }) => `- ${timestamp}: ${JSON.stringify(content)}`);
  return [{ role: 'user', content: `From earlier conversations, as it may help:\n${lines.join('\n')}` }];
}

function toWorkTool(isXml: boolean): ModelTool {
  return {
    name: WORK_TOOL,
    description: 'Replaces your working memory. Send all of it, also what has not changed.',
    inputSchema: {
      type: 'object',
      required: ['memory'],
      properties: {
        memory: { type: 'string', description: isXml ? 'The whole block, as well-formed XML.' : 'The whole block.' },
      },
    },
  };
}
