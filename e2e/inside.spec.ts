import { card, expectStatus, openApp, openFile } from './app.ts';
import { expect, test } from './fixtures.ts';
import { calling, importFamily, row, stopInside } from './inside.ts';
import { drawer, runsAround } from './runs.ts';

const DEEP = `tasks:
  - { id: draw, type: basic, on_success: { next: show } }
  - { id: show, type: basic }
outputs: { n: 7 }
`;

test('a workflow that another one runs is entered, and its run is looked into and stopped at a breakpoint', async ({
  page,
}) => {
  await openApp(page);
  await importFamily(page, { 'deep.yaml': DEEP, 'top.yaml': calling('deep.yaml', 'call') });

  const around = runsAround(page);
  await test.step('steps of the run inside unfold in the timeline, and are opened where they are', async () => {
    await drawer(page).getByRole('button', { name: 'call, steps inside' }).click();
    await row(page, /^show, success/).click();
    await page.getByRole('region', { name: 'Step show' }).getByRole('button', { name: 'Open', exact: true }).click();
    await expect(around).toContainText('deep.yaml');
    await expect(row(page, /^show, success/)).toHaveAttribute('aria-pressed', 'true');
  });

  await openFile(page, 'top.yaml');
  await test.step('the workflow is entered through the task that runs it, and has its path above it', async () => {
    await card(page, 'call').click();
    await page.keyboard.press('Shift+Enter');
    const path = page.getByRole('navigation', { name: 'Workflows around this one' });
    await expect(path.getByRole('listitem')).toHaveText(['top.yaml', 'deep.yaml']);
  });

  await test.step('a breakpoint in it stops the run inside, and what stopped is opened and resumed', async () => {
    await card(page, 'show').click();
    const bar = await stopInside(page);
    await bar.getByRole('button', { name: 'Resume' }).click();
    await expectStatus(page, 'show', 'Success');
  });
});
