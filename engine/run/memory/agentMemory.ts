import { isJsonObject, type Json } from '../../base/index.ts';
import type { MemoryAnswer, ModelMessage, ModelTool } from '../contract/Effect.ts';
import { failed } from '../contract/UseResult.ts';
import type { Activation } from '../state/Activation.ts';
import type { AgentCall, AgentMemory, Continuation, Recalled } from '../state/Continuation.ts';
import type { Run } from '../state/Run.ts';
import { callMemory, memoryState } from './callMemory.ts';
import { readMemoryAnswer } from './readMemoryAnswer.ts';

/** What an agent without a memory knows. */
export const NOTHING_RECALLED: Recalled = { instructions: '', messages: [], tools: [] };

/** The tool by which a model replaces its working memory. */
const WORK_TOOL = 'update_working_memory';

/** Reads an agent's memory before its first turn; with a text of the user's, all threads are searched for what is like it. */
export function recall(run: Run, call: AgentCall, memory: AgentMemory): void {
  const { resolved } = memoryState(run, memory.id);
  if (!resolved.ok) {
    run.machine.resume(run, { kind: 'agent.recall', call, hasSearched: false }, failed(resolved.error));
    return;
  }
  const { options } = resolved.value;
  const { userText: text } = call.setup;
  const hasSearched = text !== null && options.recallsBySense && options.maxResults > 0;
  callMemory(run, call.activation, {
    ...memory,
    request: hasSearched ? { op: 'recall', text } : { op: 'read' },
    continuation: { kind: 'agent.recall', call, hasSearched },
  });
}

/** Stores what the user said and the agent's last answer. */
export function remember(
  run: Run,
  activation: Activation,
  said: {
    readonly memory: AgentMemory;
    readonly user: string | null;
    readonly assistant: string;
    readonly continuation: Continuation;
  },
): void {
  const user = said.user === null ? [] : [{ role: 'user', content: said.user } as const];
  callMemory(run, activation, {
    ...said.memory,
    request: { op: 'append', messages: [...user, { role: 'assistant', content: said.assistant }] },
    continuation: said.continuation,
  });
}

/** Requests to replace the whole working memory, as a model's `update_working_memory` asks; why that is invalid, else null. */
export function work(
  run: Run,
  activation: Activation,
  asked: { readonly memory: AgentMemory; readonly input: Json; readonly continuation: Continuation },
): string | null {
  const { memory, input, continuation } = asked;
  const text = isJsonObject(input) ? input['memory'] : undefined;
  const { resolved } = memoryState(run, memory.id);
  const template = resolved.ok ? resolved.value.options.workingTemplate : null;
  if (typeof text !== 'string') return `${WORK_TOOL} needs \`memory\`: the whole working memory, as text.`;
  if (template !== null && isWellFormedXml(template) && !isWellFormedXml(text))
    return 'The working memory must stay well-formed XML. Close every tag in its place and send it whole again.';
  callMemory(run, activation, { ...memory, request: { op: 'work', text }, continuation });
  return null;
}

/** What an agent knows from its memory's answer. */
export function toRecalled(
  run: Run,
  { setup }: AgentCall,
  { answer: value, hasSearched }: { readonly answer: Json; readonly hasSearched: boolean },
): Recalled {
  const { memory } = setup;
  const resolved = memory === null ? null : memoryState(run, memory.id).resolved;
  const template = resolved?.ok === true ? resolved.value.options.workingTemplate : null;
  const answer = readMemoryAnswer(value, memory?.threadId ?? '');
  const last = answer.last_messages.map(({ role, content }) => ({ role, content }));
  const messages = [...last, ...(hasSearched ? toFoundMessage(answer.semantic_search) : [])];
  if (template === null) return { instructions: '', messages, tools: [] };
  const block = answer.working_memory ?? template;
  return {
    instructions: `What you remember about this conversation is your working memory. When something worth keeping changes, call ${WORK_TOOL} with the whole of it: what you send replaces it.\n<working_memory>\n${block}\n</working_memory>`,
    messages,
    tools: [toWorkTool(isWellFormedXml(template))],
  };
}

/** What was found may be from other threads: it is quoted with who said it, as something the user brings along. */
function toFoundMessage(found: MemoryAnswer['semantic_search']): readonly ModelMessage[] {
  if (found.length === 0) return [];
  const lines = found.map(({ content, timestamp, metadata: { role } }) => {
    const speaker = role === undefined ? '' : ` ${role}`;
    return `- ${timestamp}${speaker}: ${JSON.stringify(content)}`;
  });
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

const NAME = '[A-Za-z_:][\\w:.-]*';
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;
/** A comment, a section of characters, an instruction, a tag, or text without a bare `<` or `&`. */
const TOKEN = new RegExp(
  [
    '<!--(?:(?!--)[\\s\\S])*-->',
    '<!\\[CDATA\\[[\\s\\S]*?\\]\\]>',
    '<\\?[\\s\\S]*?\\?>',
    `<(/)?(${NAME})((?:${ATTRIBUTE})*)\\s*(/)?>`,
    '(?:[^<&]|&(?:[A-Za-z]\\w*|#\\d+|#x[\\dA-Fa-f]+);)+',
  ].join('|'),
  'y',
);

/**
 * Whether a text is well-formed XML as far as its tags go: one or more elements side by side, each closed in its place,
 * with quoted attributes; `&` and `<` only as entities. Text outside of all elements must be blank.
 */
export function isWellFormedXml(text: string): boolean {
  const open: string[] = [];
  let elements = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return false;
    const [token, closing, name, attributes, empty] = match;
    if (name === undefined) {
      if (open.length === 0 && !token.startsWith('<') && token.trim() !== '') return false;
      continue;
    }
    elements += 1;
    if (closing !== undefined) {
      if (empty !== undefined || attributes !== '' || open.pop() !== name) return false;
    } else if (empty === undefined) open.push(name);
  }
  return elements > 0 && open.length === 0;
}
