import { expectNoBarrier } from './access.ts';
import { expectSaved, importText, openApp, runBadge } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { drawer } from './runs.ts';

/** Fails for what it is given, and then asks how many. */
const ORDER = `name: Order
schema: { input: { type: object, properties: { for: { type: string, default: Ada } } } }
tasks:
  - { id: price, type: map, config: { mapping: { amount: "{{ workflow.input.for }}" } }, on_success: { next: charge, with: { amount: "{{ output.amount }}" } } }
  - { id: charge, type: map, config: { mapping: { total: "{{ input.amount * 2 }}" } }, on_success: { next: ask } }
  - id: ask
    type: wait
    config:
      signal: order
      title: How many?
      signal_schema: { type: object, required: [count], properties: { count: { type: integer, title: Count, minimum: 1 } } }
      timeout: 1h
      check_interval: 1h
outputs: { got: "{{ tasks.ask.output.value.count }}", for: "{{ workflow.input.for }}" }
`;

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 120; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

/** Runs a command of the palette by its name. */
async function run(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByPlaceholder(/^Type an action/)).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
}

/** Types into what has the focus, in place of what it holds. */
async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** What is said of an error that paused the run. */
function failureOf(page: Page): Locator {
  return page.getByRole('region', { name: 'The run is paused at an error' });
}

/** Starts a run whose error pauses it, by keys alone. */
async function startByKeys(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'order.yaml', ORDER);
  await run(page, 'Breakpoints');
  const panel = page.getByRole('region', { name: 'Breakpoints' });
  await tabTo(page, panel.getByRole('radio', { name: 'Off' }));
  await page.keyboard.press('ArrowRight');
  await expect(panel.getByRole('radio', { name: 'Unhandled' })).toBeChecked();
  await expectSaved(page);

  await page.keyboard.press('ControlOrMeta+Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Run Order' });
  await tabTo(page, form.getByRole('textbox', { name: 'for' }));
  await write(page, 'Grace');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(failureOf(page)).toContainText('charge failed.');
}

/** Changes the input of the step that failed, and tries it again, by keys alone. */
async function mendByKeys(page: Page): Promise<void> {
  const failure = failureOf(page);
  await tabTo(page, failure.getByRole('button', { name: 'Change its input…' }));
  await page.keyboard.press('Enter');
  await tabTo(page, failure.getByRole('textbox', { name: 'Input of charge, as JSON' }));
  await write(page, '{"amount": 21}');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(failure).toBeHidden();
}

test('by keys alone an error that pauses a run is mended, and the question that follows is answered', async ({
  page,
}) => {
  await startByKeys(page);
  await mendByKeys(page);
  await expect(drawer(page).getByRole('region', { name: 'What the run waits for' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('y');
  const dialog = page.getByRole('dialog', { name: 'How many?' });
  await tabTo(page, dialog.getByLabel('Count (required)'));
  await write(page, '3');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(runBadge(page)).toHaveText(/^Success in/);
});

test('by keys alone: an error that pauses is mended and tried again, an approval refused and given, the run found again after a reload, and repeated', async ({
  page,
}) => {
  await startByKeys(page);
  const failure = failureOf(page);
  await expectNoBarrier(page, failure);
  await mendByKeys(page);

  const dialog = page.getByRole('dialog', { name: 'How many?' });
  await expect(drawer(page).getByRole('region', { name: 'What the run waits for' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('y');
  await tabTo(page, dialog.getByLabel('Count (required)'));
  await write(page, '0');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Count (required)')).toHaveAccessibleDescription('Must be at least 1');
  await expectNoBarrier(page, dialog);
  await tabTo(page, dialog.getByLabel('Count (required)'));
  await write(page, '3');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(runBadge(page)).toHaveText(/^Success in/);

  const before = page.url();
  await page.reload();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  expect(page.url()).toBe(before);
  await expectNoBarrier(page, page.getByRole('region', { name: 'Run', exact: true }));

  // With the same input it fails for the same reason, and the error goes its way.
  await run(page, 'Run again with the same input');
  await expect(failure).toContainText('charge failed.');
  expect(page.url()).not.toBe(before);
  await tabTo(page, failure.getByRole('button', { name: 'Change its input…' }));
  await page.keyboard.press('Enter');
  await expect(failure.getByRole('textbox', { name: 'Input of charge, as JSON' })).toHaveValue(/"Grace"/);
  await tabTo(page, failure.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('F8');
  await expect(runBadge(page)).toHaveText(/^Failed after/);
});
