import { expectNoBarrier } from './access.ts';
import { expectStatus, importText, openOptions, openRunForm, runBadge } from './app.ts';
import { ASK, BRIEF, NAP, OUTER, openConsole, openInbox, startThere } from './console.ts';
import { expect, type Page, test } from './fixtures.ts';
import { addServer, bar, drawer, openHistory } from './runs.ts';
import { ServedFolder } from './serving.ts';

let served: ServedFolder;

test.describe.configure({ mode: 'default' });
test.beforeAll(() => {
  served = new ServedFolder({
    'ask.yaml': ASK,
    'brief.yaml': BRIEF,
    'other.yaml': ASK.replace('* 10', '* 100'),
    'nap.yaml': NAP,
    'outer.yaml': OUTER,
  });
});
test.afterAll(() => served.remove());
test.afterEach(() => served.kill());

/** The browser itself reports what it could not reach. */
function forgive(problems: string[], text: string): void {
  problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes(text)));
}

test('a run on a server is started, watched, answered, survives its server, and is forked here', async ({
  page,
  problems,
}) => {
  await openConsole(page, served, 'ask.yaml', ASK);
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

/** Opens the form of a run of a file from outside, which proposes the server of the last one. */
async function chooseServer(page: Page): Promise<void> {
  await openRunForm(page);
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' });
  await expect(yes.or(page.getByLabel('Run on')).first()).toBeVisible();
  if (await yes.isVisible()) await yes.click();
}

test('a server is added with its token, and says what it has of a file', async ({ page, problems }) => {
  await openConsole(page, served, 'ask.yaml', ASK);

  await test.step('a wrong token is reported, and another one given', async () => {
    await openRunForm(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' }).click();
    await openOptions(page);
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

  await test.step('what a server has of a file is shown before a run starts there', async () => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await importText(page, 'other.yaml', ASK);
    await chooseServer(page);
    await expect(page.getByText(/has other\.yaml with another text/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await importText(page, 'mine.yaml', ASK);
    await chooseServer(page);
    await expect(page.getByText(/has no mine\.yaml/)).toBeVisible();
  });
});

test('waits of runs on a server are skipped, in a run by itself and in one inside of another', async ({ page }) => {
  await openConsole(page, served, 'nap.yaml', NAP);
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

test('runs of others on a server are compared, controlled and run again here', async ({ page }) => {
  await openConsole(page, served, 'brief.yaml', BRIEF);
  await addServer(page, served);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const history = await openHistory(page);

  await test.step('a run of a server is compared while it keeps running', async () => {
    const answer = async (): Promise<void> => {
      const { waits } = (await served.ask('/api/inbox')) as { waits: { run_id: string }[] };
      await served.ask(`/api/runs/${waits.at(-1)?.run_id}/signals/approval`, { yes: true });
    };
    const { id } = (await served.ask('/api/workflows/brief/runs', { input: { n: 4 } })) as { id: string };
    await expect.poll(() => served.ask('/api/inbox')).toMatchObject({ waits: [{ run_id: id }] });
    await answer();
    await expect.poll(() => served.ask(`/api/runs/${id}`)).toMatchObject({ status: 'success' });
    await served.ask('/api/workflows/brief/runs', { input: { n: 4 } });
    await expect(history.getByRole('button', { name: /^brief\.yaml, waiting, .* on 127/ })).toBeVisible();
    // The newest run but one.
    await history
      .getByRole('button', { name: /^brief\.yaml, success, .* on 127/ })
      .first()
      .click();
    await history
      .getByRole('button', { name: /^More for the run of brief\.yaml/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Compare with the run on the canvas' }).click();
    const comparison = page.getByRole('dialog', { name: 'Comparison of two runs' });
    await expect(comparison.getByText(/A run has not ended yet/)).toBeVisible();
    await expect(comparison.getByText(/^Only older$/).first()).toBeVisible();
    await answer();
    // The last task rests for a moment, and then both runs did the same.
    await expect(comparison.getByText(/^Only older$/)).toHaveCount(0);
    await expect(comparison.getByText(/A run has not ended yet/)).toBeHidden();
  });

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await test.step('what others started is in the history and the inbox, and is controlled and run again here', async () => {
    await served.ask('/api/workflows/brief/runs', { input: { n: 4 } });
    const row = history.getByRole('button', { name: /^brief\.yaml, waiting, .* on 127/ }).first();
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
      .getByRole('button', { name: /^More for the run of brief\.yaml/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Run again there, with the same input' }).click();
    await expectStatus(page, 'approve', 'Waiting');
    await bar(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(runBadge(page)).toHaveText(/^Cancelled after/);
    // The server is kept with its token, where no page sees it.
    await page.reload();
    await expect(history.getByRole('button', { name: /^brief\.yaml, cancelled, .* on 127/ })).toHaveCount(2);
    await history
      .getByRole('button', { name: /^brief\.yaml, cancelled, / })
      .last()
      .click();
    await expectStatus(page, 'before', 'Success');
    await expectNoBarrier(page, page.getByRole('region', { name: 'Run', exact: true }));
  });
});
