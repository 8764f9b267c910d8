import { expectStatus, openApp, runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { command } from './runs.ts';

test('a template is found by a word, runs offline, and an address leads to another one', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  await openApp(page);
  const gallery = page.getByRole('dialog', { name: 'Start from a template' });

  await test.step('found and chosen by keys alone, it says what it needs', async () => {
    await command(page, 'Start from a template…');
    await expect(gallery.getByRole('textbox', { name: 'Find a template' })).toBeFocused();
    await page.keyboard.type('no such thing');
    await expect(gallery.getByText('No template has these words')).toBeVisible();
    await gallery.getByRole('button', { name: 'Show all' }).click();
    await gallery.getByRole('textbox', { name: 'Find a template' }).focus();
    await page.keyboard.type('webhook stripe');
    await page.keyboard.press('ArrowDown');
    await expect(gallery.getByRole('button', { name: /^Wait for a webhook/ })).toBeFocused();
    const detail = gallery.getByRole('region', { name: 'Wait for a webhook' });
    await expect(detail.getByText('PAY_TOKEN, its token, a secret.')).toBeVisible();
  });

  await test.step('run offline, it is on the canvas with the run of its first test, and nothing was sent', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(/^take-payment/);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expectStatus(page, 'ship', 'Success');
    await expectStatus(page, 'close', 'Skipped');
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    const files = page.getByRole('region', { name: 'Files' });
    for (const name of ['take-payment.test.yaml', 'payment-webhook.yaml', 'payment-webhook.test.yaml'])
      await expect(files.getByRole('button', { name, exact: true })).toBeVisible();
    expect(new Set(asked)).toEqual(new Set([new URL(page.url()).hostname]));
  });

  await test.step('on a phone an address opens one alone, with the list behind it; used, it offers its run', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/#/?template=trip-saga');
    const back = gallery.getByRole('button', { name: 'All templates' });
    await expect(back).toBeFocused();
    await back.click();
    await expect(gallery.getByRole('button', { name: /^Booking with undo/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await gallery.getByRole('button', { name: 'Use it' }).click();
    await expect(page).toHaveTitle(/^trip-saga/);
    await page.getByRole('button', { name: 'Run it offline' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });
});
