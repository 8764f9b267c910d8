import { expectNoBarrier } from './access.ts';
import { expectStatus, importText, openApp, runBadge } from './app.ts';
import { expect, type Locator, type Page, tenTimes, test } from './fixtures.ts';
import { addServer, bar, drawer, openHistory } from './runs.ts';
import { ServedFolder } from './serving.ts';

/** A question to a person between two steps that count. */
const ASK = `name: Ask
schema:
  input: { type: object, properties: { n: { type: integer, default: 1 } } }
tasks:
  - id: before
    type: map
    config: { mapping: { n: "{{ workflow.input.n + 1 }}" } }
    on_success: { next: approve }
  - id: approve
    name: Approve
    type: wait
    config:
      signal: approval
      title: Ship it?
      signal_schema: { type: object, required: [yes], properties: { yes: { type: boolean }, note: { type: string, title: Note } } }
      timeout: 1h
      check_interval: 1h
    on_success: { next: rest }
  - id: rest
    type: wait
    config: { timeout: 4s, check_interval: 1s }
    on_success: { next: after }
  - id: after
    type: map
    config: { mapping: { n: "{{ tasks.before.output.n * 10 }}" } }
outputs: { n: "{{ tasks.after.output.n }}" }
`;

/** Five steps, one after the other, each of which takes a moment. */
const TICKS = `tasks:
${[1, 2, 3, 4, 5]
  .map((n) => {
    const next = n < 5 ? `\n    on_success: { next: t${n + 1} }` : '';
    return `  - id: t${n}\n    type: wait\n    config: { timeout: 400ms, check_interval: 100ms }${next}`;
  })
  .join('\n')}
`;

/** A delay of an hour, and a run whose one step is a run of that. */
const NAP = `tasks:
  - id: nap
    type: wait
    config: { timeout: 1h, check_interval: 1h }
    on_success: { next: after }
  - id: after
    type: map
    config: { mapping: { n: "{{ 1 }}" } }
`;
const OUTER = 'tasks: [{ id: call, type: basic, use: core:workflow, with: { file: nap.yaml } }]';

let served: ServedFolder;

test.describe.configure({ mode: 'default' });
test.beforeAll(() => {
  served = new ServedFolder({
    'ask.yaml': ASK,
    'other.yaml': ASK.replace('* 10', '* 100'),
    'ticks.yaml': TICKS,
    'nap.yaml': NAP,
    'outer.yaml': OUTER,
  });
});
test.afterAll(() => served.remove());
test.afterEach(() => served.kill());

/** Opens the app on the file, and starts the server that allows it. */
async function openConsole(page: Page, name: string, text = ASK): Promise<void> {
  await openApp(page);
  await served.start(new URL(page.url()).origin);
  await importText(page, name, text);
}

async function openInbox(page: Page): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Inbox' }).click();
  return page.getByRole('region', { name: 'Inbox' });
}

/** The browser itself reports what it could not reach. */
function forgive(problems: string[], text: string): void {
  problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes(text)));
}

async function startThere(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a run on a server is started, watched, answered, survives its server, and is forked here', async ({
  page,
  problems,
}) => {
  await openConsole(page, 'ask.yaml');
  await addServer(page, served);
  await expect(page.getByText(/has ask\.yaml with this text/)).toBeVisible();
  await startThere(page);
  await expectStatus(page, 'before', 'Success');
  await expectStatus(page, 'approve', 'Waiting');
  const inbox = await openInbox(page);
  await inbox.getByRole('textbox', { name: 'Note' }).fill('go on');
  await expectNoBarrier(page, inbox);
  await inbox.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectStatus(page, 'rest', 'Waiting');
  await expect(inbox.getByText('Nothing waits for an answer')).toBeVisible();
  const lost = page.getByText(/lost, trying again\. What happens meanwhile is shown/);
  await served.kill();
  await expect(lost).toBeVisible();
  await served.start(new URL(page.url()).origin);
  await expect(lost).toBeHidden();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await expectStatus(page, 'after', 'Success');
  const events = drawer(page).getByRole('tab', { name: /^Events/ });
  await events.click();
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('[aria-label^="Show the instant"]').length))
    .toBeGreaterThan(5);
  await drawer(page)
    .getByRole('button', { name: /^Show the instant .*, event 4$/ })
    .click();
  await drawer(page).getByRole('button', { name: 'Fork from here' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' }).click();
  await expect(bar(page).getByRole('button', { name: 'Resume' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Resume' }).click();
  await expectStatus(page, 'approve', 'Waiting');
  const history = await openHistory(page);
  await expect(history.getByRole('button', { name: /^ask\.yaml, .*fork/ })).toBeVisible();
  const original = history.getByRole('button', { name: /^ask\.yaml, success, .* on 127/ });
  await expect(original).toBeVisible();
  await history.getByRole('button', { name: /^More for the run of ask\.yaml on 127/ }).click();
  await page.getByRole('menuitem', { name: 'Compare with the run on the canvas' }).click();
  await expect(page.getByText(/^Only older$/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  // The fork is a run of this browser, and waits for an answer as one.
  await openInbox(page);
  await expect(inbox.getByText(/ask\.yaml · approve · in this browser/)).toBeVisible();
  await inbox.getByRole('button', { name: 'Decline' }).click();
  await expect(inbox.getByText('Nothing waits for an answer')).toBeVisible();
  await expectStatus(page, 'rest', 'Waiting');
  forgive(problems, 'ERR_');
});

test('what happens on a server is drawn soon after it happened', async ({ page }) => {
  await openConsole(page, 'ticks.yaml', TICKS);
  await addServer(page, served);
  await expect(page.getByText(/has ticks\.yaml with this text/)).toBeVisible();
  await page.evaluate(() => {
    const drawn: Record<string, number> = {};
    new MutationObserver(() => {
      for (const node of document.querySelectorAll('.react-flow__node'))
        if (node.querySelector('[role="img"][aria-label="Success"]'))
          drawn[node.getAttribute('data-id') ?? ''] ??= performance.timeOrigin + performance.now();
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, { drawn });
  });
  await startThere(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const { runs } = (await served.ask('/api/runs?workflow=ticks')) as { runs: { id: string }[] };
  const { events } = (await served.ask(`/api/runs/${runs[0]?.id}/events`)) as {
    events: { event: { type: string; taskId?: string; at: number } }[];
  };
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: Record<string, number> }).drawn);
  const delays = events.flatMap(({ event }) =>
    event.type === 'task.succeeded' ? [(drawn[event.taskId ?? ''] ?? Infinity) - event.at] : [],
  );
  expect(delays).toHaveLength(5);
  // The bench measures the promise.
  expect(delays.toSorted((a, b) => a - b)[2]).toBeLessThan(tenTimes(300));
});

test('a wait on a server is skipped, in a run by itself and in one inside of another', async ({ page }) => {
  await openConsole(page, 'nap.yaml', NAP);
  await addServer(page, served);
  await expect(page.getByText(/has nap\.yaml with this text/)).toBeVisible();
  await startThere(page);
  const skipNap = async (): Promise<void> => {
    await expectStatus(page, 'nap', 'Waiting');
    await drawer(page)
      .getByRole('button', { name: /^nap, waiting/ })
      .click();
    const step = page.getByRole('region', { name: 'Step nap' });
    await step.getByRole('button', { name: 'Skip the wait' }).click();
    await expect(step.getByText('Hurried', { exact: true })).toBeVisible();
    await expectStatus(page, 'nap', 'Success');
    await expectStatus(page, 'after', 'Success');
  };
  await skipNap();
  await expect(runBadge(page)).toHaveText(/^Success in/);

  const { id } = (await served.ask('/api/workflows/outer/runs', { input: {} })) as { id: string };
  await expect.poll(() => served.ask(`/api/runs/${id}`)).toMatchObject({ status: 'waiting' });
  const history = await openHistory(page);
  await history.getByRole('button', { name: /^outer\.yaml, waiting, .* on 127/ }).click();
  await drawer(page)
    .getByRole('button', { name: /^call, running/ })
    .click();
  await page.getByRole('region', { name: 'Step call' }).getByRole('button', { name: 'Open the run inside' }).click();
  await skipNap();
  await expect.poll(() => served.ask(`/api/runs/${id}`)).toMatchObject({ status: 'success' });
});

test('a run of a server is compared while it goes on', async ({ page }) => {
  await openConsole(page, 'ask.yaml');
  await addServer(page, served);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const answer = async (): Promise<void> => {
    const { waits } = (await served.ask('/api/inbox')) as { waits: { run_id: string }[] };
    await served.ask(`/api/runs/${waits.at(-1)?.run_id}/signals/approval`, { yes: true });
  };
  const { id } = (await served.ask('/api/workflows/ask/runs', { input: { n: 4 } })) as { id: string };
  await expect.poll(() => served.ask('/api/inbox')).toMatchObject({ waits: [{ run_id: id }] });
  await answer();
  await expect.poll(() => served.ask(`/api/runs/${id}`), { timeout: 15_000 }).toMatchObject({ status: 'success' });
  await served.ask('/api/workflows/ask/runs', { input: { n: 4 } });
  const history = await openHistory(page);
  await expect(history.getByRole('button', { name: /^ask\.yaml, waiting, .* on 127/ })).toBeVisible();
  // The newest run but one.
  await history
    .getByRole('button', { name: /^ask\.yaml, success, .* on 127/ })
    .first()
    .click();
  await history
    .getByRole('button', { name: /^More for the run of ask\.yaml/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Compare with the run on the canvas' }).click();
  const comparison = page.getByRole('dialog', { name: 'Comparison of two runs' });
  await expect(comparison.getByText(/A run has not ended yet/)).toBeVisible();
  await expect(comparison.getByText(/^Only older$/).first()).toBeVisible();
  await answer();
  // The last task waits for 4 s, and then both runs did the same.
  await expect(comparison.getByText(/^Only older$/)).toHaveCount(0, { timeout: 15_000 });
  await expect(comparison.getByText(/A run has not ended yet/)).toBeHidden();
});

test('what a server has of a file is said before a run starts there', async ({ page }) => {
  await openConsole(page, 'other.yaml');
  await addServer(page, served);
  await expect(page.getByText(/has other\.yaml with another text/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await importText(page, 'mine.yaml', ASK);
  await bar(page).getByRole('button', { name: 'Run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' }).click();
  await expect(page.getByText(/has no mine\.yaml/)).toBeVisible();
});

test('a wrong token is said, and another one given', async ({ page, problems }) => {
  await openConsole(page, 'ask.yaml');
  await bar(page).getByRole('button', { name: 'Run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' }).click();
  await page.getByLabel('Run on').click();
  await page.getByRole('option', { name: 'Add a server…' }).click();
  await page.getByLabel('Address').fill(`${served.address}/`);
  await page.getByLabel('Token', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Add the server' }).click();
  await expect(page.getByText(/The token is not one of this server/)).toBeVisible();
  await page.getByRole('button', { name: 'Give another token' }).click();
  await page.getByLabel('Token', { exact: true }).fill(served.token);
  await page.getByRole('button', { name: 'Use this token' }).click();
  await expect(page.getByText(/has ask\.yaml with this text/)).toBeVisible();
  expect(await page.content()).not.toContain(served.token);
  forgive(problems, '401');
});

test('what others started is in the history and the inbox, and is controlled and run again here', async ({ page }) => {
  await openConsole(page, 'ask.yaml');
  await addServer(page, served);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await served.ask('/api/workflows/ask/runs', { input: { n: 4 } });
  const history = await openHistory(page);
  const row = history.getByRole('button', { name: /^ask\.yaml, waiting, .* on 127/ }).first();
  await row.click();
  await expectStatus(page, 'approve', 'Waiting');
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await expect(bar(page).getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Step' })).toBeDisabled();
  await bar(page).getByRole('button', { name: 'Resume' }).click();
  await expect(bar(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  // Another program cancels it.
  const { waits } = (await served.ask('/api/inbox')) as { waits: { run_id: string }[] };
  await served.ask(`/api/runs/${waits.at(-1)?.run_id}/cancel`, {});
  await expect(runBadge(page)).toHaveText(/^Cancelled after/);
  await history
    .getByRole('button', { name: /^More for the run of ask\.yaml/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Run again there, with the same input' }).click();
  await expectStatus(page, 'approve', 'Waiting');
  await bar(page).getByRole('button', { name: 'Stop' }).click();
  await expect(runBadge(page)).toHaveText(/^Cancelled after/);
  // The server is kept with its token, where no page sees it.
  await page.reload();
  await expect(history.getByRole('button', { name: /^ask\.yaml, cancelled, .* on 127/ })).toHaveCount(2);
  await history
    .getByRole('button', { name: /^ask\.yaml, cancelled, / })
    .last()
    .click();
  await expectStatus(page, 'before', 'Success');
  await expectNoBarrier(page, page.getByRole('region', { name: 'Run', exact: true }));
});
