import { importText, openApp, runBadge, showNewRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { inner, openPart, openStudio, readTalk, type Studio, startThere, trust } from './remoteStudio.ts';
import { drawer } from './runs.ts';

let studio: Studio;
test.beforeAll(async () => {
  studio = await openStudio();
});
test.afterAll(() => studio.remove());

test('a run on a server is read, repeated there, and continued here with a message changed', async ({ page }) => {
  await openApp(page);
  await studio.served.start(new URL(page.url()).origin);
  await importText(page, 'inner.yaml', inner(studio.models.url));
  await showNewRun(page, () => startThere(page, studio));
  await expect(runBadge(page)).toHaveText(/^Success in/);

  await test.step('an expression is evaluated in the scope of one of its steps', async () => {
    const step = await openPart(page, 'sum', 'Scope');
    const field = step.getByRole('textbox', { name: 'Expression to evaluate' });
    await field.fill('tasks.find.status == "success" && workflow.input.order + 1');
    await field.press('Enter');
    await expect(step.getByRole('region', { name: /^Value of tasks\.find/ })).toContainText('8');
  });

  await test.step('it is repeated where it ran', async () => {
    await showNewRun(page, () => drawer(page).getByRole('button', { name: 'Repeat' }).click());
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(drawer(page).getByText(/^On 127\.0\.0\.1:\d+$/)).toBeVisible();
  });

  await test.step('with a message changed it goes on here, once its file is trusted', async () => {
    const talk = await readTalk(page);
    await talk.getByRole('button', { name: 'Change message 2, User, and continue from there' }).click();
    await talk.getByLabel('What it says').fill('Where is order 8?');
    await talk.getByRole('button', { name: 'Continue with this message' }).click();
    await trust(page);
    await expect(page.getByRole('tabpanel').getByText('It is order 8.').first()).toBeVisible();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(drawer(page).getByText(/^On 127/)).toHaveCount(0);
  });
});
