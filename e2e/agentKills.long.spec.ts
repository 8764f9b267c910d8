import { serveModels } from '../engine/testing/wire/serveModels.ts';
import { answer, expectNoRepeats, expectWhole, makeWorkflow, readMessages } from './agentKills.ts';
import { expectSaved, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import {
  createProfile,
  type KillableBrowser,
  launchKillable,
  pause,
  readStoredRuns,
  seedRandom,
  serveCalls,
  waitFor,
} from './killable.ts';

/** How often the browser is killed: as often as the promise says. */
const KILLS = 20;
const SEED = Number(process.env['SIGNALBOX_TEST_SEED'] ?? Date.now() % 1_000_000);

/** How long after a start the kill comes at the latest, in ms: the run takes about as long. */
const RUN_TIME = 3_000;

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
