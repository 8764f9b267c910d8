import { importText, openApp, openFile, runBadge, showSplit } from './app.ts';
import { expect, test } from './fixtures.ts';
import { callOf, pasteAndExpectQuestion, pressRun, serveStranger, trustOf } from './trust.ts';

test('neither a stranger’s file nor what is pasted into a trusted one reaches anything before a yes', async ({
  page,
}) => {
  const { origin, calls, close } = await serveStranger();
  try {
    await openApp(page);

    await test.step('a file runs once the person has seen what it reaches and said yes', async () => {
      await importText(page, 'gift.yaml', callOf(`${origin}/run`));
      await pressRun(page);
      const dialog = trustOf(page, 'Trust “gift.yaml”?');
      await expect(dialog).toContainText(origin);
      await dialog.getByRole('button', { name: 'Not now' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(dialog).toBeVisible();
      expect(calls).toEqual([]);
      await dialog.getByRole('button', { name: 'Trust and continue' }).click();
      await expect(runBadge(page)).toHaveText(/^Success in/);
      expect(calls).toEqual(['GET /run']);
    });

    await test.step('a trusted file is asked about again once a stranger’s text is pasted into it', async () => {
      await openFile(page, 'purchase-approval.yaml');
      const editor = await showSplit(page);
      await pasteAndExpectQuestion(page, editor, `${origin}/pasted`);
      expect(calls).toEqual(['GET /run']);
    });
  } finally {
    await close();
  }
});
