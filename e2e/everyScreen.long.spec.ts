import type { DrawerTab } from '../app/session/store/ViewState.ts';
import { expectNoBarrier } from './access.ts';
import { card, importText, openApp } from './app.ts';
import { DIALOGS, EVERYTHING, finishRun, openEverything, openPanel, PANELS, panelOf, select } from './everyScreen.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { drawer, openResult } from './runs.ts';

test.use({ colorScheme: 'light', reducedMotion: 'reduce' });

const TABS = {
  timeline: 'Timeline',
  events: 'Events',
  problems: 'Problems',
} as const satisfies Record<DrawerTab, string>;

/** Looks at one screen, or at what is new on it: what is found names it. */
async function look(page: Page, screen: string, part?: Locator): Promise<void> {
  await test.step(screen, () => expectNoBarrier(page, part));
}

test('modes, panels, menus and every form of the inspector', async ({ page }) => {
  test.slow();
  await openApp(page);
  await look(page, 'design');
  await page.getByRole('button', { name: 'Settings', exact: true }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await look(page, 'hint of a button', page.getByRole('banner'));
  for (const name of ['support-triage.yaml', 'Export', 'Settings', 'More ways to start']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await look(page, `menu ${name}`, page.getByRole('menu'));
    await page.keyboard.press('Escape');
  }
  await importText(page, 'everything.yaml', EVERYTHING);
  await finishRun(page);
  await select(page, 'last');
  await page.keyboard.press('F9');
  for (const panel of PANELS) {
    await openPanel(page, panel);
    await look(page, `panel ${panel}`, panelOf(page, panel));
  }
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  for (const id of ['each', 'say', 'code', 'choose']) {
    await select(page, id);
    for (const tab of id === 'say' ? ['Task', 'Retry', 'Last run', 'YAML'] : ['Task']) {
      await inspector.getByRole('tab', { name: tab, exact: true }).click();
      await look(page, `form of ${id}, ${tab}`, inspector);
    }
  }
  await select(page, 'say');
  await card(page, 'say').click({ button: 'right', position: { x: 60, y: 20 } });
  await expect(page.getByRole('menu')).toBeVisible();
  await look(page, 'menu of a card', page.getByRole('menu'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show the workflow’s settings' }).click();
  await expect(inspector.getByRole('button', { name: 'Add a property' })).toBeVisible();
  await look(page, 'form of the workflow', inspector);
  await openPanel(page, 'resources');
  for (const name of ['judge', 'lookup', 'desk']) {
    await page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await look(page, `form of ${name}`, inspector);
  }
  await importText(page, 'broken.yaml', 'tasks:\n  - { id: a, type: basic }\n  - "open\n');
  await expect(page.getByText(/^The YAML cannot be read/).first()).toBeVisible();
  await look(page, 'broken');
  await importText(page, 'blank.yaml', '');
  await look(page, 'empty');
});

test('every dialog, and every tab of a run and of a step', async ({ page }) => {
  test.slow();
  await openEverything(page);
  await finishRun(page);
  for (const tab of Object.values(TABS)) {
    await page.getByRole('tablist', { name: 'Run', exact: true }).getByRole('tab', { name: tab }).click();
    await look(page, `run, ${tab}`, tab === TABS.timeline ? undefined : drawer(page));
  }
  for (const part of ['Input', 'Output', 'Text'] as const)
    await look(page, `whole run, ${part}`, await openResult(page, part));
  await page.getByRole('tablist', { name: 'Run', exact: true }).getByRole('tab', { name: TABS.timeline }).click();
  await drawer(page).getByRole('button', { name: 'To the start' }).click();
  await expect(drawer(page).getByRole('button', { name: 'Show the end' })).toBeVisible();
  await look(page, 'run, an instant');
  await drawer(page).getByRole('tab', { name: TABS.events }).click();
  await look(page, 'events, an instant', drawer(page));
  await page.getByRole('tablist', { name: 'Run', exact: true }).getByRole('tab', { name: TABS.timeline }).click();
  await drawer(page).getByRole('button', { name: 'Show the end' }).click();
  await drawer(page)
    .getByRole('button', { name: /^say, / })
    .first()
    .click();
  const step = page.getByRole('region', { name: 'Step say' });
  await expect(step).toBeVisible();
  for (const tab of await step.getByRole('tab').all()) {
    await tab.click();
    await look(page, `step, ${await tab.textContent()}`, step);
  }
  for (const [name, open] of Object.entries(DIALOGS)) {
    if (typeof open === 'string') continue;
    await test.step(name, async () => {
      await open(page);
      await expect(page.getByRole('dialog').first()).toBeVisible();
      await expectNoBarrier(page, page.getByRole('dialog').first());
      await page.keyboard.press('Escape');
      if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
});
