import { expectNoBarrier } from './access.ts';
import { card, importText, openApp, runBadge, showNewRun, showSplit, trustFile } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { bar, command, drawer, openHistory, openResult } from './runs.ts';

/** What decides is on the last line. */
const SIZES = `name: Sizes
schema: { input: { type: object, properties: { n: { type: integer, title: Count, default: 2 } } } }
outputs: { word: "{{ tasks.large.output.word ?? tasks.small.output.word }}" }
tasks:
  - id: read
    name: Read it
    type: map
    config: { mapping: { n: "{{ workflow.input.n }}" } }
    on_success: { next: choose }
  - { id: large, name: It is large, type: map, config: { mapping: { word: large } } }
  - { id: small, name: It is small, type: map, config: { mapping: { word: small } } }
  - id: choose
    name: Large or small
    type: decision
    config:
      routes: { true: large }
      default: { next: small }
      condition: "{{ tasks.read.output.n > 4 }}"`;

async function runWith(page: Page, count: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Run' }).click();
  await trustFile(page);
  const form = page.getByRole('dialog');
  await form.getByLabel('Count').fill(count);
  await showNewRun(page, () => form.getByRole('button', { name: 'Run', exact: true }).click());
  await expect(runBadge(page)).toHaveText(/^Success in/);
}

function chip(page: Page): Locator {
  return bar(page).getByRole('button', { name: /^What the edit changes/ });
}

/** Two runs are over, the last one of a large number; the text is beside the canvas. */
async function openWithRuns(page: Page): Promise<Locator> {
  await openApp(page);
  await importText(page, 'sizes.yaml', SIZES);
  await expect(card(page, 'choose')).toBeVisible();
  await runWith(page, '2');
  await runWith(page, '6');
  const editor = await showSplit(page);
  await expect(chip(page)).toHaveCount(0);
  return editor;
}

/** Writes another number where large begins. */
async function setLimit(page: Page, editor: Locator, digit: string): Promise<void> {
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  for (let left = 4; left > 0; left -= 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.type(digit);
}

test('an edit says what it would have changed of the last runs, and they are compared and continued on the new text', async ({
  page,
}) => {
  const editor = await openWithRuns(page);
  const continued = drawer(page).getByRole('button', { name: 'Continue on the new text' });
  await expect(continued).toHaveCount(0);

  await test.step('what does the same is said to be the same, and the text that ran last needs no word', async () => {
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' # as before');
    await expect(chip(page)).toHaveAccessibleName(/: 2 the same$/);
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(chip(page)).toHaveCount(0);
  });

  await test.step('beside Run it says what an edit would have changed; each run opens in the comparison of two runs', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await setLimit(page, editor, '9');
    await expect(chip(page)).toHaveAccessibleName(/: 1 on another path, 1 the same$/);
    await chip(page).click();
    const dialog = page.getByRole('dialog', { name: 'The last runs on the text as it is now' });
    await expect(dialog.getByRole('status')).toHaveText('2 runs.');
    const other = dialog.getByRole('region', { name: 'Take another path' });
    await expect(other.getByRole('listitem')).toContainText('choose: output');
    await expect(dialog.getByRole('region', { name: 'The same' }).getByRole('listitem')).toHaveCount(1);
    await expectNoBarrier(page, dialog);
    await other.getByRole('button', { name: /^Compare the run/ }).click();
    const comparison = page.getByRole('dialog', { name: 'Comparison of two runs' });
    await expect(comparison.getByText(/on the new text/)).toBeVisible();
    await expect(comparison.getByRole('region', { name: 'Differences' })).toContainText('Large or small');
    await expectNoBarrier(page, comparison);
    await page.keyboard.press('Escape');
    await expect(comparison).toBeHidden();
    // Nothing is asked of anyone but of where the app came from.
    const origin = new URL(page.url()).origin;
    expect(asked.filter((url) => new URL(url).origin !== origin)).toEqual([]);
  });

  await test.step('a run goes on with the new text before the first step that is otherwise, by keys as well', async () => {
    await expect(chip(page)).toBeVisible();
    await command(page, 'What the edit would have changed');
    const dialog = page.getByRole('dialog', { name: 'The last runs on the text as it is now' });
    await dialog
      .getByRole('region', { name: 'Take another path' })
      .getByRole('button', { name: /^Continue the run/ })
      .focus();
    await showNewRun(page, () => page.keyboard.press('Enter'));
    await expect(page.getByText('“Large or small” is the first step that differs')).toBeVisible();
    await drawer(page).getByRole('button', { name: 'Resume' }).focus();
    await page.keyboard.press('Enter');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await openResult(page);
    await expect(drawer(page).getByText('small').first()).toBeVisible();
  });

  await test.step('the drawer and the history continue a run on the new text', async () => {
    const history = await openHistory(page);
    await history
      .getByRole('button', { name: /^Sizes, success/ })
      .nth(1)
      .click();
    await showNewRun(page, () => continued.click());
    await expect(page.getByRole('region', { name: 'The run is paused' })).toBeVisible();
    await expect(page.getByText('“Large or small” is the first step that differs').first()).toBeVisible();
    const oldest = history.getByRole('listitem').last();
    await oldest.hover();
    await oldest.getByRole('button', { name: /^More for the run/ }).click();
    await page.getByRole('menuitem', { name: 'Continue on the new text' }).click();
    await expect(page.getByText(/there is nothing to continue/)).toBeVisible();
  });
});
