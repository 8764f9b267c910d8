import type { ModelServer, WireAnswer } from '../engine/testing/wire/serveModels.ts';
import type { WireRequest } from '../engine/testing/wire/WireFormat.ts';
import { expect, type Page } from './fixtures.ts';
import type { ServedCall, StoredRun } from './killable.ts';

/** Turns in which the model asks for tools: two in parallel each. */
const TOOL_TURNS = 4;
/** In this one it also replaces its working memory, in place of the second tool. */
const NOTING_TURN = 1;

export function makeWorkflow(models: ModelServer, tools: string): string {
  return `name: Agent
schema: { input: { type: object, properties: { thread_id: { default: desk }, prompt: { default: Go on } } } }
memory:
  id: desk
  storage: { use: "core:indexeddb", config: {} }
  vector: { use: "core:indexeddb", dimensions: 64, config: {} }
  options: { lastMessages: 4, workingMemory: { enabled: true } }
tools:
  - id: api
    use: core:http
    config: { base_url: "${tools}", idempotency_key: true, method: POST }
    schema: { input: { type: object }, output: { type: object } }
agents:
  - id: helper
    use: core:agent
    config: { provider: openai, model: small, url: "${models.url}v1", api_key: sk-plain, max_steps: 9 }
    tools: [{ id: api }]
    actions: [{ id: go, instructions: Do it, output: { type: object, required: [text], properties: { text: { type: string } } } }]
tasks:
  - id: ask
    type: basic
    use: agent:helper
    with: { thread_id: "{{ input.thread_id }}", prompt: "{{ input.prompt }}" }
`;
}

/** Which turn of its conversation a request asks for, from 0. */
function turnOf({ body }: WireRequest): number {
  const { input } = body;
  const items: readonly unknown[] = Array.isArray(input) ? input : [];
  return items.filter((item) => JSON.stringify(item).includes('"type":"function_call"')).length / 2;
}

/** Asks for two tools a turn; in the end says something that it never said before. */
export function answer(request: WireRequest, index: number): WireAnswer {
  const turn = turnOf(request);
  if (turn === TOOL_TURNS) return { text: ['{"text":"Done, ', `as I say in answer ${index}."}`], pace: 30 };
  const call = (name: string) => ({
    id: `call_${turn}_${name}`,
    name: 'api',
    input: { url: `${name}${turn}`, method: 'POST', json: { n: turn } },
  });
  const note = { id: `call_${turn}_note`, name: 'update_working_memory', input: { memory: `<user>${index}</user>` } };
  return { toolCalls: [call('left'), turn === NOTING_TURN ? note : call('right')], pace: 30 };
}

const PATHS = Array.from({ length: TOOL_TURNS }, (_, turn) =>
  turn === NOTING_TURN ? [`/left${turn}`] : [`/left${turn}`, `/right${turn}`],
).flat();

/** What the threads of all memories hold, in their order, past the app. */
export function readMessages(page: Page): Promise<readonly { readonly role: string; readonly content: string }[]> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('signalbox-memory');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
        opening.addEventListener('success', () => {
          const rows = opening.result.transaction('messages').objectStore('messages').getAll();
          rows.addEventListener('error', () => reject(rows.error ?? new Error('not read')));
          rows.addEventListener('success', () => {
            resolve(rows.result.map(({ message }) => message));
            opening.result.close();
          });
        });
      }),
  );
}

/** Every turn was asked for and every tool called, in the run that these are of. */
export function expectWhole(requests: readonly WireRequest[], calls: readonly ServedCall[]): void {
  const turns = new Set(requests.map(turnOf));
  expect([...turns].sort((a, b) => a - b)).toEqual(Array.from({ length: TOOL_TURNS + 1 }, (_, turn) => turn));
  const byKey = new Map(calls.map(({ key, path }) => [key, path]));
  expect([...byKey.values()].sort()).toEqual([...PATHS].sort());
}

/** No recorded turn is asked for again and no recorded call made again; what was in flight, once more at most. */
export function expectNoRepeats(
  stored: StoredRun,
  { requests, calls }: { readonly requests: readonly WireRequest[]; readonly calls: readonly ServedCall[] },
): void {
  const turns = requests.map(turnOf);
  expect(turns.filter((turn) => turn < stored.turns)).toEqual([]);
  expect(new Set(turns).size).toBe(turns.length);
  const keys = calls.map(({ key }) => key);
  expect(keys.filter((key) => stored.recorded.includes(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
}
