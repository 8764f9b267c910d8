import { expectNoBarrier } from './access.ts';
import { card, expectStatus, importText, openApp, openFile, runBadge, showNewRun, startRun } from './app.ts';
import { answerOrder, openOrder } from './approvals.ts';
import { expect, type Locator, test } from './fixtures.ts';
import { bar, drawer, openHistory, openResult } from './runs.ts';

test('the form of a signal is checked field by field, here and in another tab', async ({ page, context }) => {
  await test.step('a waiting card opens the form of its signal; what does not fit is refused beside its field', async () => {
    const dialog = await openOrder(page);
    await expectNoBarrier(page, dialog);
    await expect(dialog.getByLabel('Count (required)')).toHaveValue('2');
    await dialog.getByLabel('Count (required)').fill('0');
    await dialog.getByRole('switch', { name: 'Gift' }).click();
    await dialog.getByRole('button', { name: 'Add to Tags' }).click();
    await dialog.getByRole('textbox', { name: 'Tags 1' }).fill('x');
    await dialog.getByRole('textbox', { name: 'Extra' }).fill('{"a": [1]}');
    await dialog.getByRole('button', { name: 'Send signal' }).click();
    await expect(dialog.getByLabel('Count (required)')).toHaveAccessibleDescription('Must be at least 1');
    await expect(dialog.getByLabel('Size (required)')).toHaveAccessibleDescription('A value is required');
    await expect(dialog.getByLabel('City (required)')).toHaveAccessibleDescription('A value is required');
    await expect(dialog.getByRole('textbox', { name: 'Tags 1' })).toHaveAccessibleDescription(
      'Must have at least 2 characters',
    );
    await expect(dialog.getByRole('switch', { name: 'Gift' })).not.toHaveAccessibleDescription(/./);
    await dialog.getByLabel('Count (required)').fill('3');
    await dialog.getByLabel('Size (required)').click();
    await page.getByRole('option', { name: 'large' }).click();
    await dialog.getByLabel('City (required)').fill('Oslo');
    await dialog.getByRole('textbox', { name: 'Tags 1' }).fill('new');
    await dialog.getByRole('button', { name: 'Send signal' }).click();
    await expect(dialog).toBeHidden();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await openResult(page);
    for (const line of ['count: 3', 'size: "large"', 'gift: true']) {
      await expect(page.getByRole('treeitem', { name: line, exact: true })).toBeVisible();
    }
    // Who looks at the run later sees that somebody tried.
    await drawer(page)
      .getByRole('tab', { name: /^Events/ })
      .click();
    await expect(drawer(page).getByText(/^Not taken: What came with the signal "order" does not fit/)).toBeVisible();
  });
  await test.step('an open form tells that it was answered elsewhere meanwhile', async () => {
    const dialog = await answerOrder(page);
    const other = await context.newPage();
    await other.goto('/');
    await (await openHistory(other))
      .getByRole('button', { name: /^Order, (running|waiting for signal order)/ })
      .click();
    await drawer(other).getByRole('button', { name: 'Answer…' }).click();
    const step = drawer(other).getByRole('region', { name: 'Step Ask' });
    await step.getByLabel('Count (required)').fill('2.5');
    await step.getByLabel('Count (required)').blur();
    await expect(step.getByLabel('Count (required)')).toHaveAccessibleDescription(/Enter a whole number/);
    await step.getByLabel('Count (required)').fill('0');
    await step.getByLabel('Size (required)').click();
    await other.getByRole('option', { name: 'small' }).click();
    await step.getByLabel('City (required)').fill('Rome');
    await step.getByRole('button', { name: 'Send signal' }).click();
    // Also from a tab that only watches, before the run hears of it.
    await expect(step.getByLabel('Count (required)')).toHaveAccessibleDescription('Must be at least 1');
    await step.getByLabel('Count (required)').fill('1');
    await step.getByRole('button', { name: 'Send signal' }).click();
    await expect(dialog.getByText('Ask was answered, and the run continues.')).toBeVisible();
  });
});

test('a yes or no is answered in the form, the bar, on the card, in the inbox and by a key', async ({ page }) => {
  await test.step('a yes or no is approved in the form of the step, and declined in the bar', async () => {
    await openApp(page);
    await openFile(page, 'purchase-approval.yaml');
    await startRun(page);
    await expectStatus(page, 'approval', 'Waiting');
    await drawer(page).getByRole('button', { name: 'Answer…' }).click();
    const form = drawer(page).getByRole('form', { name: 'Buy Standing desk for 640 EUR?' });
    await expect(form.getByText("Purchases above 200 EUR need a person's word.")).toBeVisible();
    await expect(form.getByLabel(/approved/)).toHaveCount(0);
    await form.getByLabel('Your name').fill('A');
    // Enter decides nothing where there are two answers.
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Approve' }).click();
    await expect(form.getByLabel('Your name')).toHaveAccessibleDescription('Must have at least 2 characters');
    await form.getByLabel('Your name').fill('Ada');
    await form.getByRole('button', { name: 'Approve' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    // The drawer and the inspector have left it little room.
    await page.getByRole('button', { name: 'Fit everything' }).click();
    await expectStatus(page, 'order', 'Success');
    await expectStatus(page, 'decline', 'Skipped');

    await showNewRun(page, () => startRun(page));
    await expectStatus(page, 'approval', 'Waiting');
    const waits = drawer(page).getByRole('region', { name: 'What the run waits for' });
    await expect(waits).toContainText('Buy Standing desk for 640 EUR?');
    // Its card has the buttons; where that is not to be seen, they are here.
    await expect(card(page, 'approval').getByRole('button', { name: /^Decline/ })).toBeVisible();
    await expect(waits.getByRole('button', { name: 'Decline' })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Code' }).click();
    await waits.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('radio', { name: 'Design' }).click();
    await expectStatus(page, 'decline', 'Success');
    await expectStatus(page, 'order', 'Skipped');
  });
  await test.step('a yes or no is answered on the card of its wait, which has the way to the whole form beside it', async () => {
    await showNewRun(page, () => startRun(page));
    const waiting = card(page, 'approval');
    await expect(waiting).toContainText(/\d+ d \d+ h left/);
    await waiting.getByRole('button', { name: 'Decline Wait for approval' }).click();
    await expectStatus(page, 'decline', 'Success');
    await expectStatus(page, 'order', 'Skipped');
    await expect(waiting.getByRole('button', { name: /^(Approve|Decline|Answer) / })).toHaveCount(0);

    await showNewRun(page, () => startRun(page));
    await waiting.getByRole('button', { name: 'Answer Wait for approval' }).click();
    const dialog = page.getByRole('dialog', { name: 'Buy Standing desk for 640 EUR?' });
    await expect(dialog.getByLabel('Your name')).toBeVisible();
    await page.keyboard.press('Escape');
    // While its form is open in the drawer, the card has no second one of the same.
    await expect(waiting.getByRole('button', { name: /^(Approve|Decline|Answer) / })).toHaveCount(0);
    await drawer(page).getByRole('button', { name: 'Close step' }).click();
    await waiting.getByRole('button', { name: 'Approve Wait for approval' }).click();
    await expectStatus(page, 'order', 'Success');
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });
  await test.step('a run is started beside one that waits; both are counted in the bar, and answered in its list and by a key', async () => {
    const count = (words: string): Locator => bar(page).getByRole('button', { name: `${words} for an answer` });
    await expect(count('1 waits')).toHaveCount(0);
    for (const words of ['1 waits', '2 wait']) {
      await showNewRun(page, () => startRun(page));
      await expectStatus(page, 'approval', 'Waiting');
      await expect(bar(page).getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
      await expect(count(words)).toBeVisible();
    }
    // The older one is under way beside the one on screen: the history has it.
    await bar(page).getByRole('button', { name: '1 more under way' }).click();
    const runs = page.getByRole('list', { name: 'Runs, newest first' }).getByRole('listitem');
    await expect(runs).toHaveCount(2);
    await expectNoBarrier(page, page.getByRole('region', { name: 'Runs' }));
    await count('2 wait').click();
    const waits = page.getByRole('list', { name: 'Waits for an answer, oldest first' }).getByRole('listitem');
    await expect(waits).toHaveCount(2);
    await expectNoBarrier(page, page.getByRole('region', { name: 'Inbox' }));
    await waits.first().getByRole('button', { name: 'Decline' }).click();
    await expect(waits).toHaveCount(1);
    await expect(count('1 waits')).toBeVisible();
    await expect(bar(page).getByRole('button', { name: /more under way$/ })).toHaveCount(0);
    // The newer one is on screen.
    await page.keyboard.press('y');
    const dialog = page.getByRole('dialog', { name: 'Buy Standing desk for 640 EUR?' });
    await dialog.getByLabel('Your name').fill('Ada');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(count('1 waits')).toHaveCount(0);
  });
  await test.step('an answer that ends nothing is reported, also where it was given on the card', async () => {
    await importText(
      page,
      'only-yes.yaml',
      `tasks:
  - id: ask
    type: wait
    config:
      signal: go
      signal_schema: { type: boolean }
      condition: "{{ signal.payload }}"
      timeout: 1h
      check_interval: 1h
`,
    );
    await showNewRun(page, () => startRun(page));
    await card(page, 'ask').getByRole('button', { name: 'Decline ask' }).click();
    const notice = page.getByText(/^ask: It was sent, but the step keeps waiting/);
    await expect(notice).toBeVisible();
    // It stays until it is closed, and lies over no step of the run.
    await expect
      .poll(async () => {
        const [told, steps] = [await notice.boundingBox(), await drawer(page).boundingBox()];
        return told !== null && steps !== null && told.y + told.height <= steps.y;
      })
      .toBe(true);
    await card(page, 'ask').getByRole('button', { name: 'Approve ask' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });
});
