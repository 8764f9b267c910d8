import { expectNoBarrier } from './access.ts';
import { card, expectStatus, openApp, openFile, runBadge, showNewRun, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { calling, importFamily, row, stopInside } from './inside.ts';
import { command, drawer, runsAround } from './runs.ts';

/** A workflow that waits a moment in the middle. */
const DEEP = `tasks:
  - { id: first, type: basic, on_success: { next: hold } }
  - { id: hold, type: wait, config: { signal: go, timeout: 2s, check_interval: 1h }, on_timeout: { next: last } }
  - { id: last, type: basic }
outputs: { n: 7 }
`;

/** Files that run one another, three deep, the innermost first. */
function threeDeep(deep: string): Readonly<Record<string, string>> {
  return {
    'deep.yaml': deep,
    'mid.yaml': calling('deep.yaml', 'down'),
    'top.yaml': calling('mid.yaml', 'call'),
  };
}

const SENDS = `tasks:
  - { id: draw, type: basic, with: { n: "{{ uuid() }}" }, on_success: { next: show } }
  - { id: show, type: basic, with: { drawn: "{{ tasks.draw.output.n }}" } }
outputs: { drawn: "{{ tasks.show.output.drawn }}" }
`;

test('a workflow and its steps are reached through the task that runs it, three deep', async ({ page }) => {
  await openApp(page);
  await importFamily(page, threeDeep(DEEP));

  await test.step('steps of the runs inside unfold in the timeline and follow them', async () => {
    await startRun(page);
    await drawer(page).getByRole('button', { name: 'call, steps inside' }).click();
    await drawer(page).getByRole('button', { name: 'down, steps inside' }).click();
    await expect(row(page, /^first, success/)).toBeVisible();
    await expect(row(page, /^hold, (running|waiting)/)).toBeVisible();
    await expect(row(page, /^last, success/)).toBeVisible();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    const names = await drawer(page).getByRole('list', { name: 'Steps of the run' }).locator('[title]').allInnerTexts();
    expect(names).toEqual(['call', 'down', 'first', 'hold', 'last', 'after-down', 'after-call']);
    // A step inside is looked at here, and opened where it is.
    await row(page, /^last, success/).click();
    const step = page.getByRole('region', { name: 'Step last' });
    await step.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(runsAround(page)).toContainText('deep.yaml');
    await expect(row(page, /^last, success/)).toHaveAttribute('aria-pressed', 'true');
  });

  await openFile(page, 'top.yaml');
  await test.step('a workflow is entered through the task that runs it, by its mark and by a key, and left by its path', async () => {
    const path = page.getByRole('navigation', { name: 'Workflows around this one' });
    await card(page, 'call').getByRole('button', { name: 'Open mid.yaml' }).click();
    await expect(path.getByRole('listitem')).toHaveText(['top.yaml', 'mid.yaml']);
    await card(page, 'down').click();
    await page.keyboard.press('Shift+Enter');
    await expect(path.getByRole('listitem')).toHaveText(['top.yaml', 'mid.yaml', 'deep.yaml']);
    await expect(card(page, 'hold')).toBeVisible();
    await expectNoBarrier(page, page.getByRole('application', { name: 'Workflow canvas' }));
    await path.getByRole('button', { name: 'mid.yaml' }).click();
    await expect(path.getByRole('listitem')).toHaveText(['top.yaml', 'mid.yaml']);
    // Opened by itself, it has nothing around it.
    await openFile(page, 'deep.yaml');
    await expect(card(page, 'hold')).toBeVisible();
    await expect(path).toHaveCount(0);
    await openFile(page, 'top.yaml');
    await card(page, 'after-call').click();
    await page.keyboard.press('Shift+Enter');
    await expect(page.getByText('after-call names no workflow file that it runs.')).toBeVisible();
  });
});

test('a run inside of another is repeated from a step, compared and stopped at a breakpoint', async ({ page }) => {
  await openApp(page);
  await importFamily(page, threeDeep(SENDS));

  await test.step('a run begins again with a task of a run inside, and reuses what was recorded on the way', async () => {
    await drawer(page).getByRole('button', { name: 'call, steps inside' }).click();
    await drawer(page).getByRole('button', { name: 'down, steps inside' }).click();
    await row(page, /^show, success/).click();
    const step = page.getByRole('region', { name: 'Step show' });
    const before = await step.innerText();
    await step.getByRole('button', { name: 'Open', exact: true }).click();
    const around = runsAround(page);
    await expect(around).toContainText('mid.yaml');
    await page.locator('[data-id="show"]').first().click();
    await command(page, 'Run from here');
    // The same place of the new run is on screen, with what the task before it had drawn.
    await expect(drawer(page).getByText('1 reused')).toBeVisible();
    await expect(around).toContainText('mid.yaml');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await row(page, /^show, success/).click();
    const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/;
    expect((await page.getByRole('region', { name: 'Step show' }).innerText()).match(uuid)?.[0]).toBe(
      before.match(uuid)?.[0],
    );
    await around.getByRole('button', { name: 'top.yaml' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });

  await test.step('a comparison of two runs leads into the runs inside of them, and back', async () => {
    await showNewRun(page, () => startRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await command(page, 'Compare the run with another');
    await page.getByRole('dialog', { name: 'Compare with another run' }).getByRole('option').first().click();
    const compared = page.getByRole('dialog', { name: 'Comparison of two runs' });
    const differences = compared.getByRole('region', { name: 'Differences' });
    const around = compared.getByRole('navigation', { name: 'Comparisons around this one' });
    await differences.getByRole('button', { name: /^call/ }).click();
    await expect(around).toBeHidden();
    await compared.getByRole('button', { name: 'Compare the runs inside: mid.yaml' }).click();
    await expect(around).toContainText('top.yaml · call');
    await differences.getByRole('button', { name: /^down/ }).click();
    await compared.getByRole('button', { name: 'Compare the runs inside: deep.yaml' }).click();
    await expect(around).toContainText('mid.yaml · down');
    await differences.getByRole('button', { name: /^draw/ }).click();
    await expect(compared.getByRole('region', { name: 'Both sides of draw' })).toContainText('n');
    await expectNoBarrier(page, compared);
    await around.getByRole('button', { name: 'top.yaml · call' }).click();
    await expect(compared.getByRole('region', { name: 'Both sides of call' })).toBeVisible();
    await expect(around).toBeHidden();
  });

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await test.step('a breakpoint on a task of a file stops the run of it inside; it is opened, stepped and resumed', async () => {
    await openFile(page, 'deep.yaml');
    await page.locator('[data-id="show"]').first().click();
    const bar = await stopInside(page);
    await expect(runsAround(page)).toContainText('top.yaml');
    await bar.getByRole('button', { name: 'Step' }).click();
    await expectStatus(page, 'show', 'Success');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    // Those around it stay paused until they are resumed.
    await runsAround(page).getByRole('button', { name: 'top.yaml' }).click();
    await expect(bar).toContainText('Paused');
    await bar.getByRole('button', { name: 'Resume' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });
});
