import {
  card,
  expectSaved,
  expectStatus,
  importText,
  openApp,
  openFile,
  runBadge,
  showNewRun,
  startRun,
  watchStatuses,
} from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { drawer, runEntry } from './runs.ts';
import { approve, BROKEN, countAndBegin, expectCounted, expectEnds, giveLevel } from './watching.ts';

const EVERYTHING = `name: Everything
schema:
  input:
    type: object
    required: [who, level]
    properties:
      who: { type: string, title: Who, default: Ada }
      level: { enum: [low, high], title: Level }
      count: { type: integer, minimum: 1, title: Count, default: 3 }
      urgent: { type: boolean, title: Urgent }
      tags: { type: array, title: Tags }
agents:
  - id: bot
    use: core:agent
    config:
      provider: mock
      model: m
      mock: { latency: 100ms, fail_first: 1, errors: [{ code: COMMUNICATION_ERROR, message: 503 from the server }] }
    actions: [{ id: go, instructions: Go, output: { type: object } }]
tasks:
  - id: numbers
    type: map
    config: { mapping: { list: "{{ range(0, 10000) }}" } }
    on_success: { next: choose }
  - id: choose
    type: decision
    config: { condition: "{{ workflow.input.level }}", routes: { low: fork }, default: { next: never } }
  - id: never
    type: basic
  - id: fork
    type: parallel
    tasks:
      - { id: talk, type: basic, use: agent:bot, action: go, retry: { attempts: 2, backoff: fixed, interval: 1s } }
      - { id: quick, type: basic }
    on_success: { next: each }
  - id: each
    type: collection
    config: { items: "{{ range(0, 40) }}" }
    tasks: [{ id: item, type: basic }]
    on_success: { next: pause }
  - id: pause
    type: wait
    config: { timeout: 1s, check_interval: 1s }
    on_success: { next: group }
  - id: group
    type: composite
    tasks:
      - { id: one, type: basic, on_success: { next: two } }
      - { id: two, type: basic }
    on_success: { next: approve }
  - id: approve
    type: wait
    config: { signal: approve, timeout: 1m, check_interval: 1s }
    on_success: { next: late }
  - id: late
    type: wait
    config: { condition: "{{ false }}", timeout: 1s, check_interval: 1s }
    on_timeout: { next: broken }
${BROKEN}outputs: { who: "{{ workflow.input.who }}", count: "{{ workflow.input.count }}" }
`;

const SLOW = `tasks:
  - id: pause
    type: wait
    config: { timeout: 1m, check_interval: 1m }
`;

async function openHistory(page: Page): Promise<Locator> {
  const button = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  return page.getByRole('list', { name: 'Runs, newest first' });
}

test('every type of task is watched from its first state to its last, from a form that checks what it is given', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'everything.yaml', EVERYTHING);
  const form = await giveLevel(page);
  await form.getByRole('textbox', { name: 'Tags' }).fill('["a"');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(form.getByRole('textbox', { name: 'Tags' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Tags' }).fill('["a"]');
  const seen = await watchStatuses(page);
  await countAndBegin(page, form);

  await drawer(page).getByRole('tab', { name: 'Timeline' }).click();
  await expect(drawer(page).getByRole('button', { name: 'each, steps inside' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await drawer(page)
    .getByRole('button', { name: /^approve, waiting/ })
    .click({ timeout: 15_000 });
  await expectStatus(page, 'approve', 'Waiting');
  await approve(page);
  await drawer(page).getByRole('tab', { name: 'Output' }).click();
  await expect(drawer(page).getByRole('treeitem', { name: /^signal/ })).toBeVisible();

  await expectEnds(page, ['numbers', 'choose', 'fork', 'talk', 'each', 'pause', 'group', 'two', 'approve', 'after']);
  await expectStatus(page, 'late', 'Handled error');
  expect((await seen())['talk']).toContain('Retrying');

  await expectCounted(page);
});

test('runs are read in their steps, keep their text, outlive their page, and say why they failed or wait', async ({
  page,
  context,
}) => {
  await openApp(page);

  await test.step('a run whose page went away resumes once it is back, and is deleted only after a question', async () => {
    await importText(page, 'slow.yaml', SLOW);
    await startRun(page);
    await expectStatus(page, 'pause', 'Waiting');
    await page.reload();
    await expectSaved(page);
    await expectStatus(page, 'pause', 'Waiting');
    await expect(runBadge(page)).toHaveText(/^Waiting/);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expectStatus(page, 'pause', 'Cancelled');
    const history = await openHistory(page);
    await expect(history.getByRole('button', { name: /^slow\.yaml, cancelled/ })).toBeVisible();
    const askToDelete = async (): Promise<void> => {
      await history.getByRole('button', { name: 'More for the run of slow.yaml' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
    };
    await askToDelete();
    await history.getByRole('button', { name: 'Keep', exact: true }).click();
    await askToDelete();
    await history.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('No runs yet').first()).toBeVisible();
  });

  await test.step('a card shows its step, and a large value opens part by part, is searched and copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await importText(
      page,
      'numbers.yaml',
      'tasks:\n  - id: numbers\n    type: map\n    config: { mapping: { list: "{{ range(0, 10000) }}" } }\n',
    );
    await showNewRun(page, () => startRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await card(page, 'numbers').click();
    const step = page.getByRole('region', { name: 'Step numbers' });
    const tree = step.getByRole('tree');
    await expect(step.getByRole('treeitem')).toHaveCount(2);
    await step.getByRole('treeitem', { name: /^list/ }).click();
    await expect.poll(() => step.getByRole('treeitem').count()).toBeGreaterThan(2);
    expect(await step.getByRole('treeitem').count()).toBeLessThan(60);
    await step.getByRole('searchbox').fill('9999');
    await expect(step.getByRole('treeitem', { name: '9999' })).toBeVisible();
    await tree.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+C');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('tasks.numbers.output.list[9999]');
    await page.keyboard.press('c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('9999');
  });

  await test.step('a run says above its steps why it failed, and what it waits for; another file can run meanwhile', async () => {
    await importText(
      page,
      'broken.yaml',
      'tasks:\n  - { id: stop, type: basic, use: "core:raise", with: { code: EXECUTION_ERROR, message: It was meant to be } }\n',
    );
    await startRun(page);
    const why = drawer(page).getByRole('region', { name: 'Why the run failed' });
    await expect(why).toContainText('stop failed. It was meant to be');
    await why.getByRole('button', { name: 'Show the step' }).click();
    await expect(drawer(page).getByRole('region', { name: 'Step stop' })).toBeVisible();
    await expect(drawer(page).getByRole('button', { name: 'Fork from here' })).toBeDisabled();

    await importText(
      page,
      'approval.yaml',
      'tasks:\n  - { id: ask, type: wait, config: { signal: approve, timeout: 1h, check_interval: 1h } }\n',
    );
    await startRun(page);
    const waits = drawer(page).getByRole('region', { name: 'What the run waits for' });
    await expect(waits).toContainText('ask continues when it gets the signal approve');
    await openFile(page, 'broken.yaml');
    await expect(drawer(page).getByRole('button', { name: 'Run of approval.yaml' })).toBeVisible();
    await expect(drawer(page).getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Failed after/);
    await openFile(page, 'approval.yaml');
    await expect(await runEntry(page, 'Run broken.yaml again with the same input')).toBeVisible();
    await page.keyboard.press('Escape');
    await (await openHistory(page)).getByRole('button', { name: /^approval\.yaml, waiting for signal / }).click();
    await waits.getByRole('button', { name: 'Answer…' }).click();
    await drawer(page).getByRole('button', { name: 'Send signal' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });

  await test.step('a run of an earlier text keeps that text, and says nothing of tasks added since', async () => {
    await importText(page, 'old.yaml', 'tasks:\n  - id: first\n    type: basic\n');
    await showNewRun(page, () => startRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await card(page, 'first').click();
    await page.keyboard.press('ControlOrMeta+D');
    await expect(page.getByRole('group', { name: /basic task/ })).toHaveCount(2);
    await expectSaved(page);
    await page.reload();
    await expectSaved(page);
    await (await openHistory(page)).getByRole('button', { name: /^old\.yaml, success/ }).click();
    await expectStatus(page, 'first', 'Success');
    await expect(page.getByRole('group', { name: /basic task/ }).getByRole('img', { name: 'Skipped' })).toHaveCount(0);
    await drawer(page).getByRole('button', { name: 'Ran an earlier text' }).click();
    await expect(drawer(page).getByRole('region', { name: 'Text of the run' })).toHaveText(
      /1tasks:\s*2 {2}- id: first\s*3 {4}type: basic/,
    );
  });
});
