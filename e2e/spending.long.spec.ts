import { expectNoBarrier } from './access.ts';
import { card, importText, openApp, openOptions, openRunForm, runBadge } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { addPrice, TWO_ANSWERS } from './spending.ts';

/** Opens the dialog with what models cost, by the command palette. */
async function openPrices(page: Page) {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Model prices');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Model prices' });
  await expect(dialog).toBeVisible();
  return dialog;
}

const BOUNDED = `tasks:
  - id: fetch
    type: basic
    use: core:http
    with: { url: "https://example.com/data.json" }
    config: { timeout: 30s }
    retry: { attempts: 2, backoff: fixed, interval: 15s }
    on_success: { next: approve }
  - { id: approve, type: wait, config: { signal: approve, timeout: 2m, check_interval: 1m } }
`;

test('dialogs close one by one, and a model is tried from the form of its agent', async ({ page }) => {
  await openApp(page);
  await importText(page, 'two.yaml', TWO_ANSWERS);

  await test.step('Escape in the moment in which a dialog opens over another closes that one alone', async () => {
    await openRunForm(page);
    await page.getByRole('button', { name: 'Trust and continue' }).click();
    await openOptions(page);
    await page.getByRole('textbox', { name: 'Budget in tokens' }).fill('3');
    // The key comes with the change of the page itself, before anything that hears of the change later.
    await page.evaluate(() => {
      const pressed = new MutationObserver(() => {
        if (document.querySelectorAll('[role="dialog"]').length < 2) return;
        pressed.disconnect();
        Object.assign(globalThis, { isPressed: true });
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
      });
      pressed.observe(document.body, { childList: true });
    });
    await page.getByRole('button', { name: 'Model prices' }).click();
    await page.waitForFunction(() => Reflect.get(globalThis, 'isPressed') === true);
    await expect(page.getByRole('dialog', { name: 'Model prices' })).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Budget in tokens' })).toHaveValue('3');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a model is tried from the form of its agent', async () => {
    await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
    await page.getByRole('button', { name: /^writer/ }).click();
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await expect(page.getByText(/^mock-small answered in/)).toBeVisible();
  });
});

test('what models took and cost is shown for the run, the step and the next run', async ({ page }) => {
  await openApp(page);
  await importText(page, 'two.yaml', TWO_ANSWERS);

  await test.step('a price has its source, and one can be set', async () => {
    const prices = await openPrices(page);
    await expect(prices.getByRole('row', { name: /claude-sonnet-4-5/ }).getByRole('link')).toHaveAttribute(
      'href',
      /^https:/,
    );
    await addPrice(page, prices);
  });

  const dialog = page.getByRole('dialog');
  await test.step('the form of the first run says that no run of the file has ended, and what has no bound', async () => {
    await openRunForm(page);
    await page.getByRole('button', { name: 'Trust and continue' }).click();
    await openOptions(page);
    await expect(dialog.getByText('No run of this file has ended here yet')).toBeVisible();
    await expect(
      dialog.getByText('Its time has no bound: “first” has no timeout, and “second” has no timeout.'),
    ).toBeVisible();
    await expect(
      dialog.getByText('Its cost has no bound: “first” has no max_tokens, and “second” has no max_tokens.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });

  await test.step('what models took is shown for the run and the step, with what it cost once a price is set', async () => {
    const shown = page.getByRole('region', { name: 'Run', exact: true });
    await expect(shown.getByRole('button', { name: /^\d+ tokens · \$\d/ })).toBeVisible();
    await card(page, 'first').click();
    await expect(
      page
        .getByRole('region', { name: 'Step first' })
        .getByText(/^\d+ tokens · \$\d/)
        .first(),
    ).toBeVisible();
  });

  await test.step('the run form says what earlier runs took in time and money, on how many that is based, and when a budget stops the next', async () => {
    await openRunForm(page);
    await openOptions(page);
    const last = dialog.getByRole('table', { name: 'What the last run took: one says little about the next' });
    await expect(last.getByRole('row', { name: /^Time/ }).getByRole('cell')).toHaveText([/\d/, /\d/, /\d/, 'none']);
    await expect(last.getByRole('row', { name: /^Cost/ }).getByRole('cell')).toHaveText([/^\$/, /^\$/, /^\$/, 'none']);
    await expectNoBarrier(page, last);
    const budget = dialog.getByRole('textbox', { name: 'Budget in US dollars' });
    await budget.fill('0.001');
    await budget.press('Tab');
    await expect(dialog.getByText('It pauses once its models have cost $0.001.')).toBeVisible();
    await expect(last.getByRole('row', { name: /^Cost/ }).getByRole('cell').last()).toHaveText('$0.001');
    await budget.fill('');
    await budget.press('Tab');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await openRunForm(page);
    await openOptions(page);
    await expect(dialog.getByRole('table', { name: /^What the last 2 runs took/ })).toBeVisible();
  });

  await test.step('the run form says what a run takes at most by its text', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await importText(page, 'bounded.yaml', BOUNDED);
    await openRunForm(page);
    await page.getByRole('button', { name: 'Trust and continue' }).click();
    await openOptions(page);
    await expect(
      page
        .getByRole('dialog')
        .getByText('By its text it takes at most 4 min, and 2 h 4 min where servers ask to be tried again later.'),
    ).toBeVisible();
  });
});
