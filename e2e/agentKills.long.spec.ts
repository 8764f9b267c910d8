import { type ModelServer, serveModels, type WireAnswer } from '../engine/testing/wire/serveModels.ts';
import type { WireRequest } from '../engine/testing/wire/WireFormat.ts';
import { expectSaved, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import {
  chooseSeed,
  createProfile,
  expectNoCallAgain,
  killAndSettle,
  launchKillable,
  origin,
  pageOf,
  pause,
  readStoredPastApp,
  readStoredRuns,
  type ServedCall,
  type StoredRun,
  seedRandom,
  serveCalls,
  waitFor,
  waitForSuccess,
} from './killable.ts';

/** How often the browser is killed: as often as the promise says. */
const KILLS = 20;
const SEED = chooseSeed();

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
    config: { provider: openai, model: small, url: "${models.url}v1", api_key: sk-plain, max_steps: 10 }
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
  expectNoCallAgain(stored.recorded, calls);
}

/** Opens the app and lets the workflow run once: from then on the keyboard starts it. */
async function prepare(page: Page, text: string): Promise<void> {
  await openApp(page, origin());
  await importText(page, 'agent.yaml', text);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expectSaved(page);
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
        await killAndSettle(browser);
        const until = { requests: models.requests.length, calls: tools.calls.length };
        browser = await launchKillable(profile.folder);
        page = await pageOf(browser);
        const stored = (await readStoredPastApp(page)).find(({ runId }) => !known.has(runId));
        await page.goto(origin());
        await expectSaved(page);
        if (stored?.status === 'running') kills += 1;
        // Killed before the start was durable: then nothing has happened.
        if (stored === undefined) expect(until).toEqual(from);
        isOver = stored === undefined || stored.status !== 'running' || kills >= KILLS || random() < 0.4;
        if (isOver && stored !== undefined) {
          await waitForSuccess(page, stored.runId);
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

test('an agent with tools and memory resumes after its page was closed, and repeats nothing that was recorded', async ({
  page,
  problems,
}) => {
  const [models, tools] = [await serveModels(), await serveCalls(() => 30)];
  models.answer = answer;
  try {
    await openApp(page);
    await importText(page, 'agent.yaml', makeWorkflow(models, tools.url));
    await startRun(page);
    await waitFor('a call in the third turn', () => (tools.calls.length > 3 ? true : undefined));
    // A page of the app's address that is not the app: there the run is as the one that was closed left it.
    await page.goto('/icon.svg');
    const until = { requests: models.requests.length, calls: tools.calls.length };
    const [stored] = await readStoredRuns(page);
    if (stored === undefined) throw new Error('The run is not stored');
    expect(stored.status).toBe('running');
    await page.goto('/');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expectWhole(models.requests, tools.calls);
    expectNoRepeats(stored, {
      requests: models.requests.slice(until.requests),
      calls: tools.calls.slice(until.calls),
    });
    expect((await readMessages(page)).map(({ role }) => role)).toEqual(['user', 'assistant']);
    // A whole browser asks for an icon of the page that is not the app, and there is none.
    const noIcon = problems.findIndex((problem) => problem.includes('404'));
    if (noIcon >= 0) problems.splice(noIcon, 1);
  } finally {
    tools.close();
    await models.close();
  }
});
