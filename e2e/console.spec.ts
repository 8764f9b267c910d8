import { expectNoBarrier } from './access.ts';
import { expectStatus, runBadge } from './app.ts';
import { BRIEF, openConsole, openInbox, startThere } from './console.ts';
import { expect, test } from './fixtures.ts';
import { addServer, openHistory } from './runs.ts';
import { ServedFolder } from './serving.ts';

let served: ServedFolder;

test.beforeAll(() => {
  served = new ServedFolder({ 'brief.yaml': BRIEF });
});
test.afterAll(() => served.remove());

test('a run on a server is started, watched and answered, and is still listed after a reload', async ({ page }) => {
  await openConsole(page, served, 'brief.yaml', BRIEF);
  await addServer(page, served);
  await expect(page.getByText(/has brief\.yaml with this text/)).toBeVisible();
  expect(await page.content()).not.toContain(served.token);
  await startThere(page);
  await expectStatus(page, 'approve', 'Waiting');
  const inbox = await openInbox(page);
  await inbox.getByRole('textbox', { name: 'Note' }).fill('go on');
  await inbox.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  // The server is kept with its token, where no page sees it.
  await page.reload();
  const history = await openHistory(page);
  await history.getByRole('button', { name: /^brief\.yaml, success, .* on 127/ }).click();
  await expectStatus(page, 'after', 'Success');
  await expectNoBarrier(page, page.getByRole('region', { name: 'Run', exact: true }));
});
