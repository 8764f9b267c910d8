import { existsSync, readFileSync } from 'node:fs';
import { expectNoBarrier } from './access.ts';
import { DIALOGS, ELSEWHERE, finishRun, openEverything, openPanel, panelOf, select } from './everyScreen.ts';
import { expect, test } from './fixtures.ts';
import { bar } from './runs.ts';

test.use({ colorScheme: 'light', reducedMotion: 'reduce' });

test('what other tests look at is looked at there, or before a release', () => {
  const files = [...Object.values(ELSEWHERE), ...Object.values(DIALOGS).filter((it) => typeof it === 'string')];
  const blind = files.filter((file) => {
    const forms = [file, file.replace('.spec.ts', '.long.spec.ts')].map((name) => `e2e/${name}`);
    return !forms.some((form) => existsSync(form) && readFileSync(form, 'utf8').includes('await expectNoBarrier(page'));
  });
  expect(blind).toEqual([]);
});

test('a workflow with its run, its forms and its panels has no barrier', async ({ page }) => {
  await openEverything(page);
  await finishRun(page);
  await select(page, 'say');
  await test.step('the whole screen, in both themes', () => expectNoBarrier(page));
  for (const panel of ['add', 'resources', 'runs'] as const) {
    await openPanel(page, panel);
    await test.step(`panel ${panel}`, () => expectNoBarrier(page, panelOf(page, panel)));
  }
  await bar(page).getByRole('button', { name: 'Run', exact: true }).click();
  const form = page.getByRole('dialog').first();
  await expect(form).toBeVisible();
  await test.step('form of a run', () => expectNoBarrier(page, form));
});
