import { expectNoBarrier } from './access.ts';
import { card, edge, expectStatus, importText, openApp, openFile, showNewRun, showSplit, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { bar, CHAIN, command, drawer, openChain, state } from './runs.ts';
import { openTests, saveAsFirstTest, testsPanel, updateByKeys } from './testsPanel.ts';

const TESTS = `workflow: chain.yaml
tests:
  - name: counts to three
    expect: { output: { n: 3 } }
  - name: never reaches the third
    expect: { never: [third] }
  - name: counts to four
    expect: { output: { n: 4 } }
`;

/** The panel counts the tests of every file: those of a step before are taken away. */
async function deleteFile(page: Page, name: string): Promise<void> {
  const files = bar(page).getByRole('button', { name: /\.yaml$/ });
  if ((await files.textContent()) !== name) await openFile(page, name);
  await expect(files).toHaveText(name);
  await files.click();
  await page.getByRole('menuitem', { name: 'Delete the file' }).click();
  await expect(files).not.toHaveText(name);
}

const WAYS = `name: Ways
tasks:
  - id: ask
    type: decision
    config: { condition: "{{ workflow.input.n > 1 }}", routes: { "true": many, "false": few } }
  - { id: many, type: basic }
  - { id: few, type: basic }
`;

const TRIED = `name: Tried
tasks:
  - id: get
    type: basic
    use: core:http
    with: { url: "https://api.example.com/{{ workflow.input.n > 3 ? 'many' : 'few' }}" }
    retry: { attempts: 1, backoff: fixed, interval: 1s }
`;

const DRAWN = `tasks:
  - { id: draw, type: basic, with: { at: "{{ now() }}", id: "{{ uuid() }}" }, on_success: { next: ask } }
  - { id: ask, type: basic, use: "core:kv", with: { op: set, key: n, value: 1 } }
outputs: { drawn: "{{ tasks.draw.output }}", before: "{{ tasks.ask.output }}" }
`;

test('a run becomes a test that passes, also after a reload', async ({ page }) => {
  await test.step('from a run to a test that passes in one action, with the workflow still on screen', async () => {
    await openChain(page);
    await saveAsFirstTest(page);
  });
  await test.step('a run becomes a test with the recorded run beside it, which passes after a reload', async () => {
    await importText(page, 'drawn.yaml', DRAWN);
    await expect(card(page, 'ask')).toBeVisible();
    await showNewRun(page, () => startRun(page));
    await expect(state(page, /^Success in/)).toBeVisible();
    await command(page, 'Save as test with the recorded run');
    await expect(page.getByText(/^Saved as the test “[^”]+” in drawn\.test\.yaml\.$/)).toBeVisible();
    const panel = testsPanel(page);
    await expect(panel.getByRole('status')).toHaveText('2 passed');
    await page.reload();
    await expect(panel.getByRole('status')).toHaveText('2 to run');
    await panel.getByRole('button', { name: 'Run all' }).click();
    await expect(panel.getByRole('status')).toHaveText('2 passed');
  });
});

test('the palette finds what can be done once the run ended while it was open', async ({ page }) => {
  await openApp(page);
  await importText(
    page,
    'slow.yaml',
    'tasks:\n  - { id: hold, type: wait, config: { signal: go, timeout: 6s, check_interval: 1h } }\n',
  );
  await startRun(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('Save as test with');
  const save = palette.getByRole('option', { name: 'Save as test with the recorded run' });
  await expect(save).toBeDisabled();
  await expect(save).toBeEnabled();
});

test('tests are run, read, mended and run again', async ({ page }) => {
  await test.step('tests are listed, run all at once, and one that failed says what was expected and what was received, and goes to the step of its run', async () => {
    await openApp(page);
    await importText(page, 'chain.yaml', CHAIN);
    await importText(page, 'chain.test.yaml', TESTS);
    const panel = await openTests(page);
    const tests = panel.getByRole('list', { name: 'Tests of chain.test.yaml' });
    await expect(tests.getByText('Not run yet')).toHaveCount(3);
    const all = panel.getByRole('button', { name: 'Run all' });
    await all.press('Enter');
    await expect(panel.getByRole('status')).toHaveText('2 failed, 1 passed');
    await expect(all).toBeFocused();
    // Those that failed come first.
    await expect(tests.getByRole('listitem').first()).toContainText('never reaches the third');
    const why = tests.getByRole('list', { name: 'Why “counts to four” failed' });
    await expect(why.getByText('Expected', { exact: true })).toBeVisible();
    await expect(why.getByRole('definition')).toHaveText(['4', '3']);
    await expectNoBarrier(page, panel);

    await tests
      .getByRole('listitem')
      .filter({ hasText: 'never reaches' })
      .first()
      .getByRole('button', { name: /^Show this step, .+ after the start$/ })
      .click();
    await expectStatus(page, 'second', 'Success');
    await expect(drawer(page).getByRole('button', { name: 'Show the end' })).toBeVisible();
  });
  await test.step('expectations are updated by keys: the difference first, then as one step to undo', async () => {
    await page.keyboard.press('Escape');
    const panel = testsPanel(page);
    await updateByKeys(page, '−     expect: { output: { n: 4 } }\n+     expect: { output: { n: 3 } }');
    await expect(panel.getByRole('status')).toHaveText('1 failed, 2 passed');
    await command(page, 'Undo');
    // Another file is open: that is asked about first.
    await page.getByRole('button', { name: 'Undo it' }).click();
    await expect(panel.getByText('Changed', { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Run 1 changed' }).click();
    await expect(panel.getByRole('status')).toHaveText('2 failed, 1 passed');
  });
  await test.step('what is changed makes a result old, and what was changed is run alone', async () => {
    const panel = testsPanel(page);
    const editor = await showSplit(page);
    await panel.getByRole('button', { name: 'Expectation, line 8' }).click();
    await expect(editor).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('3');
    await expect(panel.getByText('Changed', { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Run 1 changed' }).click();
    await expect(panel.getByRole('status')).toHaveText('1 failed, 2 passed');
  });
  await test.step('keys stay where they are while tests are played', async () => {
    await deleteFile(page, 'chain.test.yaml');
    await importText(page, 'again.test.yaml', TESTS);
    const panel = testsPanel(page);
    const one = panel.getByRole('button', { name: 'Run the test “counts to four”' });
    await one.press('Enter');
    await expect(panel.getByRole('status')).toHaveText('1 failed, 2 to run');
    // Its row has gone to the top.
    await expect(panel.getByRole('listitem').first()).toContainText('counts to four');
    await expect(one).toBeFocused();
    await panel.getByRole('button', { name: 'Run 2 changed' }).press('Enter');
    await expect(panel.getByRole('status')).toHaveText('2 failed, 1 passed');
    await expect(panel.getByRole('button', { name: 'Run all' })).toBeFocused();
  });
  await test.step('a value that is longer than its place is scrolled by keys', async () => {
    await deleteFile(page, 'again.test.yaml');
    const lines = Array.from({ length: 60 }, (_, index) => `k${index}: ${index}`).join(', ');
    await importText(
      page,
      'long.test.yaml',
      `workflow: chain.yaml\ntests:\n  - name: long\n    expect: { equals: { ${lines} } }\n`,
    );
    const panel = testsPanel(page);
    await panel.getByRole('button', { name: 'Run all' }).click();
    await expect(panel.getByRole('status')).toHaveText('1 failed');
    await expectNoBarrier(page, panel);
  });
  await test.step('an error in a file leads to its line, on a phone too', async () => {
    await page.getByRole('radio', { name: 'Design' }).click();
    await importText(page, 'wrong.test.yaml', `${TESTS}extra: 1\n`);
    const panel = testsPanel(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await panel.getByRole('button', { name: 'wrong.test.yaml, line 9' }).click();
    const editor = page.getByRole('textbox', { name: /YAML/ });
    await expect(editor).toBeFocused();
    await page.keyboard.type('X');
    await expect(page.locator('.view-line', { hasText: 'Xextra' })).toBeVisible();
  });
});

test('coverage and changes that no test notices show what is not tested', async ({ page }) => {
  await test.step('coverage is counted, listed and painted on the canvas until the text is another', async () => {
    await openApp(page);
    await importText(page, 'ways.yaml', WAYS);
    await importText(
      page,
      'ways.test.yaml',
      'tests:\n  - { name: many, input: { n: 2 }, expect: { path: [ask, many] } }\n  - { name: more, input: { n: 3 }, expect: { path: [many] } }\n',
    );
    const panel = await openTests(page);
    await panel.getByRole('button', { name: 'Run all' }).click();
    await expect(panel.getByText(/^62 % 2 of 3 tasks, 1 of 2 edges, 2 of 3 outcomes$/)).toBeVisible();
    await panel.getByRole('switch', { name: 'Coverage of ways.yaml on the canvas' }).click();
    await expect(card(page, 'ask').getByRole('img', { name: 'Tests reach this 2 times' })).toBeVisible();
    await expect(card(page, 'few').getByRole('img', { name: 'No test reaches this' })).toBeVisible();
    const [taken, never] = [edge(page, 'From ask, true, to many'), edge(page, 'From ask, false, to few')];
    await expect(taken.getByRole('img', { name: 'Tests take this line 2 times' })).toHaveCSS(
      'stroke-dasharray',
      'none',
    );
    await expect(never.getByRole('img', { name: 'No test takes this line' })).not.toHaveCSS('stroke-dasharray', 'none');
    await expect(never).toContainText('false: never');
    await expect(taken).not.toContainText('never');
    await expectNoBarrier(page, panel);
    const missed = panel.getByRole('list', { name: /^What no test/ });
    await expect(missed.getByRole('button', { name: /^ask never takes routes\.false → few/ })).toBeVisible();
    await missed.getByRole('button', { name: /^few never starts/ }).click();
    await expect(page.getByRole('textbox', { name: 'Name' }).first()).toBeVisible();
    await card(page, 'few').press('d');
    await expect(card(page, 'few').getByRole('img', { name: 'No test reaches this' })).toHaveCount(0);
    await expect(panel.getByText(/^Coverage of/)).toHaveCount(0);
  });
  await test.step('the coverage that a test file asks for is shown with what is missed', async () => {
    await command(page, 'Undo');
    await deleteFile(page, 'ways.test.yaml');
    const asking =
      'workflow: ways.yaml\ncoverage: { all: 60, edges: 100 }\ntests:\n  - { name: many, input: { n: 2 } }\n';
    await importText(page, 'asks.test.yaml', asking);
    const panel = testsPanel(page);
    await panel.getByRole('button', { name: 'Run all' }).click();
    const asked = panel.getByRole('list', { name: 'Coverage that ways.yaml must have' });
    await expect(asked.getByRole('listitem')).toHaveText(['All parts 62 %, reached 60 %', 'Edges 50 %, missed 100 %']);
    await expect(panel.getByText('signalbox test --coverage fails below that.')).toBeVisible();
    await expectNoBarrier(page, panel);
  });
  await test.step('changes of a workflow that no test notices are listed with why, and lead to their line', async () => {
    await deleteFile(page, 'asks.test.yaml');
    await importText(page, 'change.test.yaml', 'workflow: ways.yaml\ntests:\n  - { name: many, input: { n: 2 } }\n');
    const panel = testsPanel(page);
    await panel.getByRole('button', { name: 'Change and test' }).press('Enter');
    await expect(panel.getByText(/^0 % 0 of 2 changes noticed$/)).toBeVisible();
    const survivors = panel.getByRole('list', { name: 'Changes of ways.yaml that no test notices' });
    await expect(survivors.getByRole('listitem').first()).toContainText(
      'the condition of “ask” is flippedLine 5. The run of “many” differs with it',
    );
    await expectNoBarrier(page, panel);
    const editor = await showSplit(page);
    await survivors.getByRole('button').first().press('Enter');
    await expect(editor).toBeFocused();
  });
  await test.step('a card shows how many of its outcomes and branches the tests reach, and which they never do', async () => {
    await deleteFile(page, 'change.test.yaml');
    await page.getByRole('radio', { name: 'Design' }).click();
    await importText(page, 'tried.yaml', TRIED);
    await importText(
      page,
      'tried.test.yaml',
      'tests:\n  - { name: many, input: { n: 4 }, answers: { get: { output: { status: 200 } } } }\n',
    );
    const panel = testsPanel(page);
    await panel.getByRole('button', { name: 'Run all' }).click();
    await expect(panel.getByRole('status')).toHaveText('1 passed');
    await panel.getByRole('switch', { name: 'Coverage of tried.yaml on the canvas' }).click();
    const get = card(page, 'get');
    await expect(get.getByRole('img', { name: 'Tests reach this 1 time' })).toHaveText('1×');
    await expect(get.getByRole('img', { name: /^Tests reach 1 of 8 outcomes\. Never: .*retry$/ })).toBeVisible();
    const branches = get.getByRole('img', {
      name: 'Tests reach 1 of 2 branches. Never: workflow.input.n > 3 is false',
    });
    await expect(branches).toHaveText('1/2 branches');
    await expect(panel.getByText(/how many of its outcomes and branches/)).toBeVisible();
    await expectNoBarrier(page, get);
  });
});
