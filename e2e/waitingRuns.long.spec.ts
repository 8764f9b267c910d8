import { expectNoBarrier } from './access.ts';
import { expectStatus, importText, openApp, runBadge, showNewRun, startRun } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { addServer, bar, drawer, openHistory, runsAround, sendSignal } from './runs.ts';
import { ServedFolder } from './serving.ts';

/** A question to a person, then a model that takes its time, then a wait by the clock. */
const ASKS = `agents:
  - id: writer
    use: core:agent
    config: { provider: mock, model: mock-small, mock: { latency: 3s } }
    actions: [{ id: say, instructions: Say something., output: { type: object } }]
tasks:
  - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: think } }
  - { id: think, type: basic, use: "agent:writer", on_success: { next: nap } }
  - { id: nap, type: wait, config: { timeout: 1h, check_interval: 1h } }
`;
/** A question to a person, then a call that is answered when the test says so, then a wait by the clock. */
const CALLS = `tasks:
  - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: call } }
  - { id: call, type: basic, use: core:http, with: { url: held.json }, on_success: { next: nap } }
  - { id: nap, type: wait, config: { timeout: 1h, check_interval: 1h } }
`;
const HOLD = `tasks:
  - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: after } }
  - { id: after, type: basic }
`;
const AROUND = `tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: hold.yaml } }
`;
/** A run inside that waits beside a step that comes to wait later. */
const LATER = `tasks:
  - id: both
    type: parallel
    tasks:
      - { id: call, type: basic, use: core:workflow, with: { file: hold.yaml } }
      - id: beside
        type: composite
        tasks:
          - { id: tick, type: wait, config: { timeout: 1s, check_interval: 1s }, on_success: { next: later } }
          - { id: later, type: wait, config: { signal: end, timeout: 1h, check_interval: 1h } }
`;

let served: ServedFolder;
test.describe.configure({ mode: 'default' });
test.beforeAll(() => {
  served = new ServedFolder({ 'hold.yaml': HOLD, 'around.yaml': AROUND, 'later.yaml': LATER });
});
test.afterAll(() => served.remove());
test.afterEach(() => served.kill());

/** What is said of the run on the canvas while its drawer is closed. */
function pill(page: Page): Locator {
  return page.getByRole('group', { name: 'Run on the canvas' });
}

/** All that was said aloud since, in order. */
async function hearAll(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live]')) {
        const words = region.textContent ?? '';
        if (words !== '' && words !== said.at(-1)) said.push(words);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { said });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: readonly string[] }).said);
}

/** A run that asks a person first, and what is known of it beside its drawer. */
interface SecretAsker {
  /** Its row in the history. */
  readonly row: Locator;
  /** All that was said aloud of it so far. */
  readonly heard: () => Promise<readonly string[]>;
}

/** Opens the app and runs a workflow whose first step is `ask`: that the run waits is said wherever it is named. */
async function runUntilAsked(page: Page, text: string): Promise<SecretAsker> {
  await openApp(page);
  await importText(page, 'asks.yaml', text);
  const heard = await hearAll(page);
  await startRun(page);
  const row = (await openHistory(page)).getByRole('button', { name: /^asks\.yaml, / });
  await expect(runBadge(page)).toHaveText('Waiting');
  await expect(row).toHaveAccessibleName(/^asks\.yaml, waiting for signal go/);
  await expect.poll(async () => (await heard()).join(' ')).toContain('The run is waiting.');
  return { row, heard };
}

/** Answers `ask`, after which something works: that the run is running is said wherever it is named. */
async function answerAndRun(page: Page, { row, heard }: SecretAsker): Promise<void> {
  await sendSignal(page, 'ask');
  await expect(runBadge(page)).toHaveText(/^Running/);
  await expect(row).toHaveAccessibleName(/^asks\.yaml, running/);
  await expect.poll(async () => (await heard()).join(' ')).toContain('The run is running again.');
  await drawer(page).getByRole('button', { name: 'Close the drawer' }).click();
  await expect(pill(page)).toContainText('Running');
}

/** A wait by the clock is one as well, once nothing works any more. */
async function expectWaitsByClock(page: Page, { row }: SecretAsker): Promise<void> {
  await expect(pill(page)).toContainText('Waiting');
  await expect(row).toHaveAccessibleName(/^asks\.yaml, waiting,/);
}

async function openInside(page: Page): Promise<void> {
  await drawer(page)
    .getByRole('button', { name: /^call, running/ })
    .click();
  await page.getByRole('region', { name: 'Step call' }).getByRole('button', { name: 'Open the run inside' }).click();
  await expect(runsAround(page)).toContainText('around.yaml');
}

/** Runs what waits inside of it and beside it, and reads it at an earlier instant. */
async function readEarlier(page: Page, start: () => Promise<void>): Promise<void> {
  await importText(page, 'later.yaml', LATER);
  await showNewRun(page, start);
  const row = (name: RegExp) => drawer(page).getByRole('button', { name });
  await expect(row(/^later, waiting/)).toBeVisible();
  await expect(runBadge(page)).toHaveText('Waiting');

  // The last event there is: the step beside began to wait, as the run inside had before it.
  const playhead = drawer(page).getByRole('slider', { name: 'Instant of the run' });
  await playhead.press('ArrowLeft');
  await playhead.press('ArrowRight');
  const count = await playhead.getAttribute('aria-valuemax');
  await expect(page).toHaveURL(new RegExp(`event=${count}\\b`));
  const last = page.url();
  await playhead.press('Home');
  await expect(page).toHaveURL(/event=1\b/);
  const first = page.url();
  await playhead.press('End');
  await bar(page).getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(runBadge(page)).toHaveText(/^Cancelled after/);

  await page.goto(last);
  await row(/^call, steps inside/).click();
  await row(/^ask, cancelled/).click();
  const step = page.getByRole('region', { name: 'Step ask' });
  await expect(step.getByRole('img', { name: 'Waiting' })).toBeVisible();
  await expectNoBarrier(page, step);
  await drawer(page).getByRole('button', { name: 'Close the drawer' }).click();
  await expect(pill(page)).toContainText('Waiting');
  await page.goto(first);
  await expect(pill(page)).toContainText('Running');
}

test('a run that only waits says so wherever it is named, and is running while a call is under way', async ({
  page,
}) => {
  const held: (() => Promise<void>)[] = [];
  await page.route('**/held.json', (route) => {
    held.push(() => route.fulfill({ json: {} }));
  });
  const run = await runUntilAsked(page, CALLS);
  await answerAndRun(page, run);

  await expect.poll(() => held.length).toBe(1);
  await held[0]?.();
  await expectWaitsByClock(page, run);
});

test('a run that only waits says so wherever it is named, and is running as soon as anything works', async ({
  page,
}) => {
  const run = await runUntilAsked(page, ASKS);
  await expectNoBarrier(page, run.row);
  await answerAndRun(page, run);
  await expectWaitsByClock(page, run);
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await expect(pill(page)).toContainText('Paused');
});

test('a run waits where the run inside of it does, and an earlier instant shows both as they were', async ({
  page,
}) => {
  await test.step('a run waits where the run inside of it does', async () => {
    await openApp(page);
    await importText(page, 'hold.yaml', HOLD);
    // What came from outside runs inside of another only once it was trusted.
    await showNewRun(page, () => startRun(page));
    await bar(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(runBadge(page)).toHaveText(/^Cancelled after/);
    await importText(page, 'around.yaml', AROUND);
    await showNewRun(page, () => startRun(page));
    await expect(runBadge(page)).toHaveText('Waiting');
    const row = (await openHistory(page)).getByRole('button', { name: /^around\.yaml, / });
    await expect(row).toHaveAccessibleName(/^around\.yaml, waiting,/);
    await page.reload();
    await expect(runBadge(page)).toHaveText('Waiting');
    await openInside(page);
    await expect(runBadge(page)).toHaveText('Waiting');
  });
  await test.step('at an earlier instant of a run here, it and the steps inside are as they were then', async () => {
    await readEarlier(page, () => startRun(page));
  });
});

test('on a server a run inside of another waits, is paused, resumed and stopped, and an earlier instant shows both as they were', async ({
  page,
}) => {
  await test.step('what is done to one of the two shows at both at once', async () => {
    await openApp(page);
    await served.start(new URL(page.url()).origin);
    await importText(page, 'hold.yaml', HOLD);
    await importText(page, 'around.yaml', AROUND);
    await addServer(page, served);
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(runBadge(page)).toHaveText('Waiting');
    await openInside(page);
    await expectStatus(page, 'ask', 'Waiting');
    await expect(runBadge(page)).toHaveText('Waiting');
    const badge = (words: RegExp) => drawer(page).getByText(words).first();
    // Both may say the same of themselves: the outer one is there once nothing is around it.
    const toOuter = async () => {
      await runsAround(page).getByRole('button', { name: 'around.yaml' }).click();
      await expect(runsAround(page)).toBeHidden();
    };

    await bar(page).getByRole('button', { name: 'Pause' }).click();
    await expect(badge(/^Paused/)).toBeVisible();
    await toOuter();
    await expect(badge(/^Paused/)).toBeVisible();
    await openInside(page);
    await bar(page).getByRole('button', { name: 'Resume' }).click();
    await expect(runBadge(page)).toHaveText('Waiting');
    await toOuter();
    await expect(runBadge(page)).toHaveText('Waiting');
    // From around it, too: what is inside is paused with it.
    await bar(page).getByRole('button', { name: 'Pause' }).click();
    await expect(badge(/^Paused/)).toBeVisible();
    await openInside(page);
    await expect(badge(/^Paused/)).toBeVisible();
    await bar(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(runBadge(page)).toHaveText(/^Cancelled after/);
    await toOuter();
    await expect(runBadge(page)).toHaveText(/^Cancelled after/);
  });
  await test.step('at an earlier instant of a run on a server, it and the steps inside are as they were then', async () => {
    await readEarlier(page, async () => {
      await startRun(page);
      await expect(page.getByRole('dialog')).toBeHidden();
    });
  });
});
