import type { Locator, Page } from 'playwright';

/** Makes a text the open file of the app, as if it were chosen from the disk, and waits until a task of it is drawn. */
export async function openText(page: Page, text: string, task: string): Promise<void> {
  const banner = page.getByRole('banner');
  await banner.getByText('Saved on this device').waitFor();
  await banner.getByRole('button', { name: /\.yaml$/ }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: /^Open files/ }).click(),
  ]);
  await chooser.setFiles({ name: 'measured.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
  await page.getByRole('group', { name: new RegExp(`${task}, .* task`) }).waitFor();
}

/** Runs the open file with the input that the form proposes; a file from outside is trusted first. */
export async function startRun(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'More ways to start' }).click();
  await page.getByRole('menuitem', { name: /^Run…/ }).click();
  const dialog = page.getByRole('dialog');
  const start = dialog.getByRole('button', { name: 'Run', exact: true });
  const trust = dialog.getByRole('button', { name: /^Trust and / });
  await start.or(trust).waitFor();
  if (await trust.isVisible()) await trust.click();
  await start.click();
}

/** The status of the run on screen, such as `Success in 2 s`. */
export function runBadge(page: Page, text: RegExp): Locator {
  return page.getByRole('region', { name: 'Run', exact: true }).getByText(text);
}

/** Runs the open file, until the page shows that the run has ended. @throws what the run says, if it failed */
export async function runToEnd(page: Page): Promise<void> {
  await startRun(page);
  // A short one has ended before it is looked at.
  await runBadge(page, /^(Running|Waiting|Success in|Failed after)/).waitFor();
  const [success, failure] = [runBadge(page, /^Success in/), runBadge(page, /^Failed after/)];
  await success.or(failure).waitFor({ timeout: 300_000 });
  if (await failure.isVisible())
    throw new Error(
      `The measured run failed: ${await page.getByRole('region', { name: 'Run', exact: true }).innerText()}`,
    );
}
