import { card, importText, openApp, runBadge, startRun, trustFile } from './app.ts';
import { expect, test } from './fixtures.ts';
import { CANARY, callOf, closeRecorders, fillSecret, keep, question, record, setSecret } from './secrets.ts';

test.afterEach(closeRecorders);

test('a secret goes only where the user allows it', async ({ page }) => {
  await openApp(page);

  await test.step('a file from outside shows what it would reach before it runs', async () => {
    const other = await record();
    await importText(page, 'stranger.yaml', callOf(other.url));
    await expect(card(page, 'call')).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trust “stranger.yaml”?' });
    await expect(dialog).toContainText(other.url);
    await expect(dialog).toContainText('CANARY_KEY');
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toBeVisible();
    expect(other.keys).toEqual([]);
    await dialog.getByRole('button', { name: 'Trust and continue' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  });

  await page.keyboard.press('Escape');
  await test.step('before a run the form says which variables have no value, and leads to them', async () => {
    await importText(page, 'call.yaml', callOf('http://127.0.0.1:9'));
    await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
    await trustFile(page);
    const form = page.getByRole('dialog', { name: 'Run call.yaml' });
    await expect(form.getByText('This workflow uses variables that have no value: CANARY_KEY')).toBeVisible();
    await form.getByRole('button', { name: 'Set variables' }).click();
    await page.getByRole('button', { name: 'CANARY_KEY', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Value of CANARY_KEY' })).toBeVisible();
  });

  await test.step('a secret goes to a new address only once the user allows it, and from then on without a question', async () => {
    const [good, evil] = [await record(), await record()];
    await importText(page, 'good.yaml', callOf(good.url));
    await fillSecret(page, CANARY);
    await startRun(page);
    await expect(question(page, good.url)).toBeVisible();
    expect(good.keys).toEqual([]);
    await question(page, good.url).getByRole('button', { name: 'Always allow' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await startRun(page);
    await expect.poll(() => good.keys).toEqual([CANARY, CANARY]);
    await expect(page.getByRole('list', { name: 'Where CANARY_KEY may go' })).toContainText(good.url);

    await importText(page, 'evil.yaml', callOf(evil.url));
    await startRun(page);
    await expect(question(page, evil.url).getByRole('button', { name: 'Refuse' })).toBeFocused();
    await question(page, evil.url).getByRole('button', { name: 'Refuse' }).click();
    await expect(runBadge(page)).toHaveText(/^Failed after/);
    await expect(page.getByText(/CANARY_KEY may not go to/).first()).toBeVisible();
    expect(evil.keys).toEqual([]);
  });
});

test('a secret is kept for the tab, on the device, or under a passphrase', async ({ page }) => {
  const good = await record();
  await openApp(page);
  await importText(page, 'good.yaml', callOf(good.url));
  await setSecret(page, CANARY);

  await test.step('a secret kept for the tab is asked for again after a reload; on the device it is there', async () => {
    await page.reload();
    await expect(page.getByText('not set', { exact: true })).toBeVisible();
    await startRun(page);
    const asked = page.getByRole('dialog', { name: 'CANARY_KEY is needed' });
    await asked.getByRole('textbox', { name: 'Value of CANARY_KEY' }).fill(CANARY);
    await asked.getByRole('button', { name: 'Use it' }).click();
    await question(page, good.url).getByRole('button', { name: 'Only in this run' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);

    await keep(page, 'On this device');
    await page.reload();
    await expect(page.getByText('set', { exact: true })).toBeVisible();
    await startRun(page);
    await question(page, good.url).getByRole('button', { name: 'Always allow' }).click();
    await expect.poll(() => good.keys).toEqual([CANARY, CANARY]);
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });

  await test.step('a secret under a passphrase is locked after a reload, and opens with it', async () => {
    await keep(page, 'On this device, with a passphrase');
    await page.getByRole('textbox', { name: 'Passphrase' }).fill('correct horse');
    await page.getByRole('button', { name: 'Use this passphrase' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.reload();
    await expect(page.getByText('locked', { exact: true })).toBeVisible();
    await startRun(page);
    await page.getByRole('textbox', { name: 'Passphrase' }).fill('wrong');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByText('Wrong passphrase.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Passphrase' }).fill('correct horse');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect.poll(() => good.keys).toEqual([CANARY, CANARY, CANARY]);
  });
});
