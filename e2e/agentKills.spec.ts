import type { Page } from '@playwright/test';
import { type ModelServer, serveModels, type WireAnswer } from '../engine/testing/wire/serveModels.ts';
import type { WireRequest } from '../engine/testing/wire/WireFormat.ts';
import { expectSaved, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import {
  createProfile,
  type KillableBrowser,
  launchKillable,
  pause,
  readStoredRuns,
  type ServedCall,
  type StoredRun,
  seedRandom,
  serveCalls,
  waitFor,
} from './killable.ts';

/** `npm run test:long` kills as often as the promise says; `npm test` once. */
const isLong = process.env['SIGNALBOX_TEST_FACTOR'] !== undefined;
const KILLS = isLong ? 20 : 1;
const SEED = Number(process.env['SIGNALBOX_TEST_SEED'] ?? (isLong ? Date.now() % 1_000_000 : 3));

/** How long after a start the kill comes at the latest, in ms: the run takes about as long. */
const RUN_TIME = 3_000;

/** Turns in which the model asks for tools: two in parallel each. */
const TOOL_TURNS = 4;
/** In this one it also replaces its working memory, in place of the second tool. */
const NOTING_TURN = 1;

function makeWorkflow(models: ModelServer, tools: string): string {
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
function answer(request: WireRequest, index: number): WireAnswer {
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

function origin(): string {
  return test.info().project.use.baseURL ?? '';
}

async function pageOf({ context }: KillableBrowser): Promise<Page> {
  return context.pages()[0] ?? (await context.newPage());
}

/** Opens the app and lets the workflow run once: from then on the keyboard starts it. */
async function prepare(page: Page, text: string): Promise<void> {
  await openApp(page, origin());
  await importText(page, 'agent.yaml', text);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expectSaved(page);
}

/** What the threads of all memories hold, in their order, past the app. */
function readMessages(page: Page): Promise<readonly { readonly role: string; readonly content: string }[]> {
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
function expectWhole(requests: readonly WireRequest[], calls: readonly ServedCall[]): void {
  const turns = new Set(requests.map(turnOf));
  expect([...turns].sort((a, b) => a - b)).toEqual(Array.from({ length: TOOL_TURNS + 1 }, (_, turn) => turn));
  const byKey = new Map(calls.map(({ key, path }) => [key, path]));
  expect([...byKey.values()].sort()).toEqual([...PATHS].sort());
}

/** No recorded turn is asked for again and no recorded call made again; what was in flight, once more at most. */
function expectNoRepeats(
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

test('an agent with tools and memory resumes after kills of the browser at any moment, and repeats nothing recorded', async () => {
  test.setTimeout(180_000 + KILLS * 60_000);
  console.log(`seed ${SEED}`);
  const random = seedRandom(SEED);
  const [models, tools] = [await serveModels(), await serveCalls(() => 30 + random() * 150)];
  models.answer = answer;
  const profile = createProfile();
  let browser = await launchKillable(profile.folder);
  try {
    let page = await pageOf(browser);
    await prepare(page, makeWorkflow(models, tools.url));
    let finished = 1;
    for (let kills = 0; kills < KILLS; ) {
      const from = { requests: models.requests.length, calls: tools.calls.length };
      const known = new Set((await readStoredRuns(page)).map(({ runId }) => runId));
      await page.keyboard.press('ControlOrMeta+Enter');
      for (let isOver = false; !isOver; ) {
        await pause(random() * RUN_TIME);
        await browser.kill();
        // What the browser had sent may still arrive.
        await pause(300);
        const until = { requests: models.requests.length, calls: tools.calls.length };
        browser = await launchKillable(profile.folder);
        page = await pageOf(browser);
        // A page of the app's address that is not the app: there it is as the killed one left it.
        await page.goto(`${origin()}/icon.svg`);
        const stored = (await readStoredRuns(page)).find(({ runId }) => !known.has(runId));
        await page.goto(origin());
        await expectSaved(page);
        if (stored?.status === 'running') kills += 1;
        // Killed before the start was durable: then nothing has happened.
        if (stored === undefined) expect(until).toEqual(from);
        isOver = stored === undefined || stored.status !== 'running' || kills >= KILLS || random() < 0.4;
        if (isOver && stored !== undefined) {
          await waitFor('the run to finish', async () =>
            (await readStoredRuns(page)).some(({ runId, status }) => runId === stored.runId && status === 'success')
              ? true
              : undefined,
          );
          expectWhole(models.requests.slice(from.requests), tools.calls.slice(from.calls));
          finished += 1;
        }
        const after = { requests: models.requests.slice(until.requests), calls: tools.calls.slice(until.calls) };
        if (stored !== undefined) expectNoRepeats(stored, after);
      }
    }
    const messages = await readMessages(page);
    expect(messages.map(({ role }) => role)).toEqual(
      Array.from({ length: finished }, () => ['user', 'assistant']).flat(),
    );
    const said = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
    expect(new Set(said).size).toBe(finished);
  } finally {
    await browser.kill();
    tools.close();
    await models.close();
    profile.remove();
  }
});
