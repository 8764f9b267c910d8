import { readFileSync } from 'node:fs';
import { card, downloadText, openApp, showSplit } from './app.ts';
import { expect, test } from './fixtures.ts';

const SAMPLE = readFileSync('public/samples/support-triage.yaml', 'utf8');

test('opens on a sample that is drawn, written and free of problems', async ({ page }) => {
  await openApp(page);
  await expect(page).toHaveTitle('support-triage.yaml · Signalbox');
  await expect(card(page, 'classify')).toBeVisible();
  await expect(card(page, 'gather')).toBeVisible();
  await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
  expect(await downloadText(page)).toBe(SAMPLE);
  await showSplit(page);
  await expect(page.getByText('# Support triage', { exact: true })).toBeVisible();
});
