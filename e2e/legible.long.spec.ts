import { card, expectStatus, importText, openApp, openFile, runBadge, showSplit, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { cutNames, expectBesideInspector, expectCleared, inspector, openDraft, zoom } from './legible.ts';
import { drawer } from './runs.ts';
import { expectSettings } from './storage.ts';

const LONG = `tasks:
${Array.from({ length: 9 }, (_, index) => `  - { id: t${index}, name: Step number ${index} of the chain, type: basic, on_success: { next: ${index < 8 ? `t${index + 1}` : 'end'} } }`).join('\n')}
`;

test('workflows open so that they can be read, beside the inspector and beside the text', async ({ page }) => {
  await openApp(page);

  await test.step('the inspector opens with what is selected and folds without it; a button shows the workflow itself', async () => {
    await expect(card(page, 'classify')).toBeVisible();
    await expect(inspector(page)).toHaveCount(0);
    const before = await card(page, 'classify').boundingBox();
    await card(page, 'classify').click();
    await expect(inspector(page)).toBeVisible();
    expect(await card(page, 'classify').boundingBox()).toEqual(before);

    // A card that it would cover comes out beside it.
    await page.keyboard.press('Escape');
    await expect(inspector(page)).toHaveCount(0);
    await expectBesideInspector(page);

    await page.getByRole('button', { name: 'Show the workflow’s settings' }).click();
    await expect(inspector(page).getByRole('heading', { name: 'Support triage' })).toBeVisible();
    await page.getByRole('button', { name: 'Hide the workflow’s settings' }).click();
    await expect(inspector(page)).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+i');
    await expect(inspector(page).getByRole('heading', { name: 'Support triage' })).toBeVisible();
  });

  await page.keyboard.press('ControlOrMeta+i');
  await expect(inspector(page)).toHaveCount(0);
  await test.step('every sample opens so that it can be read', async () => {
    for (const sample of ['support-triage', 'orders-report', 'research-fanout', 'support-desk', 'purchase-approval']) {
      if (sample !== 'support-triage') await openFile(page, `${sample}.yaml`);
      await expect(page).toHaveTitle(new RegExp(`^${sample}`));
      await expect.poll(() => zoom(page), sample).toBeGreaterThanOrEqual(85);
      await expect.poll(() => zoom(page), sample).toBeLessThanOrEqual(100);
      expect(await cutNames(page)).toEqual([]);
    }
    await importText(page, 'long.yaml', LONG);
    await expect(card(page, 't8')).toBeVisible();
    await expect.poll(() => zoom(page)).toBeGreaterThanOrEqual(85);
    await expect
      .poll(async () => {
        const [first, last] = [await card(page, 't0').boundingBox(), await card(page, 't8').boundingBox()];
        return (last?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0);
      })
      .toBeGreaterThan(0);
  });

  await openFile(page, 'support-triage.yaml');
  await expect(card(page, 'classify')).toBeVisible();
  await test.step('in Split the flow runs down beside the text, without an inspector', async () => {
    await showSplit(page);
    await expect(inspector(page)).toHaveCount(0);
    await expect.poll(() => zoom(page)).toBeGreaterThanOrEqual(70);
    await page.getByRole('radio', { name: 'Design' }).click();
  });

  await test.step('turning the flow in Design leaves that of Split, also after a reload', async () => {
    const turn = (to: string) => page.getByRole('button', { name: `Turn the flow ${to}` });
    await turn('downwards').click();
    await expect(turn('to the right')).toBeVisible();
    await showSplit(page);
    await turn('to the right').click();
    await expect(turn('downwards')).toBeVisible();
    await page.getByRole('radio', { name: 'Design' }).click();
    await expect(turn('to the right')).toBeVisible();
    await expectSettings(page, '"flow":{"design":"down","split":"right"},"mode":"design"');
    await page.reload();
    await expect(turn('to the right')).toBeVisible();
    await showSplit(page);
    await expect(turn('downwards')).toBeVisible();
  });
});

/** Two collections that run twice: their items are counted, and some of those of the second fail. */
const COUNTED = `limits: { per_task: 10000, per_scope: 10000 }
tasks:
  - id: count
    type: basic
    with: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}" }
    on_success: { next: look }
  - id: look
    name: Look at every order of the shop and of its branches abroad
    type: collection
    config: { items: "{{ range(0, 1200) }}", batch_size: 100 }
    tasks: [{ id: n, type: map, config: { mapping: { n: 1 } } }]
    on_success: { next: check }
  - id: check
    name: Check addresses of all customers and of those they send parcels to
    type: collection
    config: { items: "{{ range(0, 1200) }}", batch_size: 100, continue_on_error: true }
    tasks: [{ id: sum, type: map, config: { mapping: { n: "{{ item % 5 == 3 ? 'a' * 1 : 1 }}" } } }]
    on_success: { next: again }
  - id: again
    type: decision
    config: { condition: "{{ tasks.count.output.n < 2 }}", routes: { true: count }, default: { next: end } }
`;

function isCut(element: Element): boolean {
  return element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
}

test('a run can be read on its cards, until an edit or Clear run', async ({ page }) => {
  await openApp(page);

  await test.step('cards say what came of them in one line, a click leads to the whole; names keep their room', async () => {
    await expect(card(page, 'draft')).toContainText('writer · mock-large');
    const boxes = await page.locator('.react-flow__node').evaluateAll((cards) => cards.map((one) => one.clientHeight));
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(card(page, 'search_docs').getByRole('button', { name: '2 pages' })).toBeVisible();
    await expect(card(page, 'route').getByRole('button', { name: 'technical' })).toBeVisible();
    expect(await cutNames(page)).toEqual([]);
    expect(
      await page.locator('.react-flow__node').evaluateAll((cards) => cards.map((one) => one.clientHeight)),
    ).toEqual(boxes);
    await drawer(page).getByRole('button', { name: 'Close the drawer' }).click();
    const step = await openDraft(page);
    await expect(step.getByRole('tab', { name: 'Output' })).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('from afar cards are signs: name and status, without the small print', async () => {
    await expect(card(page, 'draft').getByText(/^Your exports/)).toBeVisible();
    await page.getByRole('button', { name: /^Zoom: / }).click();
    await page.getByRole('menuitem', { name: '25 %' }).click();
    await expect(card(page, 'draft').getByText(/^Your exports/)).toHaveCount(0);
    await expectStatus(page, 'draft', 'Success');
    const size = await card(page, 'draft')
      .getByText('Draft reply')
      .evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize));
    expect(size).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Show the minimap' }).click();
    await expect(page.locator('.react-flow__minimap rect[data-status="success"]')).not.toHaveCount(0);
  });

  await page.getByRole('button', { name: 'Fit everything' }).click();
  await drawer(page).getByRole('button', { name: 'Close the drawer' }).click();
  await test.step('what a run painted goes with an edit of that task, and as a whole with Clear run', async () => {
    await expectStatus(page, 'draft', 'Success');
    await expectCleared(page);
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
    await expect(page.getByRole('list', { name: 'Runs, newest first' }).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('a collection tells how many items are done and how many failed, whatever its name leaves room for', async () => {
    await importText(page, 'counted.yaml', COUNTED);
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    for (const count of ['1200 of 1200', '1200 of 1200 · 240 failed']) {
      const note = page.locator('.react-flow__node').getByTitle(count, { exact: true });
      await expect(note).toHaveText(count);
      expect(await note.evaluate(isCut)).toBe(false);
      const head = note.locator('xpath=..');
      expect(await head.evaluate(isCut)).toBe(false);
      await expect(head.getByRole('img', { name: 'Ran 2 times' })).toBeVisible();
    }
  });
});

const DOWN = `tasks:
${Array.from({ length: 90 }, (_, index) => `  - { id: t${index}, type: basic${index < 89 ? `, on_success: { next: t${index + 1} }` : ''} }`).join('\n')}
`;

test('Fit shows a long flow as a whole, and no card under what floats over the canvas', async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 900 });
  await openApp(page);
  await importText(page, 'down.yaml', DOWN);
  await page.getByRole('button', { name: 'Fit everything' }).click();
  const toolbar = page.getByRole('toolbar', { name: 'Canvas' });
  const canvas = page.getByRole('application', { name: 'Workflow canvas' });
  await expect(async () => {
    const [first, last] = [await card(page, 't0').boundingBox(), await card(page, 't89').boundingBox()];
    const [bar, pane] = [await toolbar.boundingBox(), await canvas.boundingBox()];
    expect(first?.y).toBeGreaterThanOrEqual(pane?.y ?? Infinity);
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }).toPass();
});
