import { expectNoBarrier } from './access.ts';
import { card, edge, expectStatus, importText, openApp, showSplit, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { CHAIN, command, drawer, state } from './runs.ts';

const TESTS = `workflow: chain.yaml
tests:
  - name: counts to three
    expect: { output: { n: 3 } }
  - name: never comes to the third
    expect: { never: [third] }
  - name: counts to four
    expect: { output: { n: 4 } }
`;

async function openTests(page: Page) {
  await command(page, 'Tests');
  const panel = page.getByRole('region', { name: 'Tests', exact: true });
  await expect(panel).toBeVisible();
  return panel;
}

test('tests are listed, run all at once, and one that failed says what was expected, what came, and shows its run', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'chain.yaml', CHAIN);
  await importText(page, 'chain.test.yaml', TESTS);
  const panel = await openTests(page);
  const tests = panel.getByRole('list', { name: 'Tests of chain.test.yaml' });
  await expect(tests.getByText('Not run yet')).toHaveCount(3);
  await panel.getByRole('button', { name: 'Run all' }).click();
  await expect(panel.getByRole('status')).toHaveText('2 failed, 1 passed');
  // Those that failed come first.
  await expect(tests.getByRole('listitem').first()).toContainText('never comes to the third');
  const why = tests.getByRole('list', { name: 'Why “counts to four” failed' });
  await expect(why.getByText('Expected', { exact: true })).toBeVisible();
  await expect(why.getByRole('definition')).toHaveText(['4', '3']);
  await expectNoBarrier(page, panel);

  await tests
    .getByRole('listitem')
    .filter({ hasText: 'never comes' })
    .first()
    .getByRole('button', { name: 'Show its run' })
    .click();
  await expectStatus(page, 'second', 'Success');
  await expect(drawer(page).getByRole('button', { name: 'Show the end' })).toBeVisible();
});

test('what is changed makes a result old, and what was changed is run alone', async ({ page }) => {
  await openApp(page);
  await importText(page, 'chain.yaml', CHAIN);
  await importText(page, 'chain.test.yaml', TESTS);
  const panel = await openTests(page);
  await panel.getByRole('button', { name: 'Run the test “counts to four”' }).click();
  await expect(panel.getByRole('status')).toHaveText('1 failed, 2 to run');
  await panel.getByRole('button', { name: 'Run 2 changed' }).click();
  await expect(panel.getByRole('status')).toHaveText('2 failed, 1 passed');
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

test('from a run to a test that passes in three actions', async ({ page }) => {
  await openApp(page);
  await importText(page, 'chain.yaml', CHAIN);
  await expect(card(page, 'third')).toBeVisible();
  await startRun(page);
  await expect(state(page, /^Success in/)).toBeVisible();
  await command(page, 'Save as test');
  await expect(page.getByText(/^Saved as the test/)).toBeVisible();
  const panel = await openTests(page);
  await panel.getByRole('button', { name: 'Run all' }).click();
  await expect(panel.getByRole('status')).toHaveText('1 passed');
});

const WAYS = `name: Ways
tasks:
  - id: ask
    type: decision
    config: { condition: "{{ workflow.input.n > 1 }}", routes: { "true": many, "false": few } }
  - { id: many, type: basic }
  - { id: few, type: basic }
`;

test('what the tests of a workflow come to is told, listed and painted on the canvas until its text is another', async ({
  page,
}) => {
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
  await expect(card(page, 'ask').getByRole('img', { name: 'Tests come here 2 times' })).toBeVisible();
  await expect(card(page, 'few').getByRole('img', { name: 'No test comes here' })).toBeVisible();
  const [taken, never] = [edge(page, 'From ask, true, to many'), edge(page, 'From ask, false, to few')];
  await expect(taken.getByRole('img', { name: 'Tests take this line 2 times' })).toHaveCSS('stroke-dasharray', 'none');
  await expect(never.getByRole('img', { name: 'No test takes this line' })).not.toHaveCSS('stroke-dasharray', 'none');
  await expect(never).toContainText('false: never');
  await expect(taken).not.toContainText('never');
  await expectNoBarrier(page, panel);
  const missed = panel.getByRole('list', { name: /^What no test/ });
  await expect(missed.getByRole('button', { name: /^ask never takes routes\.false → few/ })).toBeVisible();
  await missed.getByRole('button', { name: /^few never starts/ }).click();
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toBeVisible();
  await card(page, 'few').press('d');
  await expect(card(page, 'few').getByRole('img', { name: 'No test comes here' })).toHaveCount(0);
  await expect(panel.getByText(/^Coverage of/)).toHaveCount(0);
});

test('what a test file asks that its tests come to is told, with what is missed', async ({ page }) => {
  await openApp(page);
  await importText(page, 'ways.yaml', WAYS);
  const asking = 'coverage: { all: 60, edges: 100 }\ntests:\n  - { name: many, input: { n: 2 } }\n';
  await importText(page, 'ways.test.yaml', asking);
  const panel = await openTests(page);
  await panel.getByRole('button', { name: 'Run all' }).click();
  const asked = panel.getByRole('list', { name: 'Coverage that ways.yaml must have' });
  await expect(asked.getByRole('listitem')).toHaveText(['All parts 62 %, reached 60 %', 'Edges 50 %, missed 100 %']);
  await expect(panel.getByText('signalbox test --coverage fails until they come to that.')).toBeVisible();
  await expectNoBarrier(page, panel);
});

const TRIED = `name: Tried
tasks:
  - id: get
    type: basic
    use: core:http
    with: { url: "https://api.example.com/{{ workflow.input.n > 3 ? 'many' : 'few' }}" }
    retry: { attempts: 1, backoff: fixed, interval: 1s }
`;

test('a card says how many of its outcomes and branches tests come to, with those they never do', async ({ page }) => {
  await openApp(page);
  await importText(page, 'tried.yaml', TRIED);
  await importText(
    page,
    'tried.test.yaml',
    'tests:\n  - { name: many, input: { n: 4 }, answers: { get: { output: { status: 200 } } } }\n',
  );
  const panel = await openTests(page);
  await panel.getByRole('button', { name: 'Run all' }).click();
  await expect(panel.getByRole('status')).toHaveText('1 passed');
  await panel.getByRole('switch', { name: 'Coverage of tried.yaml on the canvas' }).click();
  const get = card(page, 'get');
  await expect(get.getByRole('img', { name: 'Tests come here 1 time' })).toHaveText('1×');
  await expect(get.getByRole('img', { name: /^Tests come to 1 of 8 outcomes\. Never: .*retry$/ })).toBeVisible();
  const branches = get.getByRole('img', {
    name: 'Tests come to 1 of 2 branches. Never: workflow.input.n > 3 is false',
  });
  await expect(branches).toHaveText('1/2 branches');
  await expect(panel.getByText(/how many of its outcomes and branches/)).toBeVisible();
  await expectNoBarrier(page, get);
});

test('keys stay where they are while tests are played', async ({ page }) => {
  await openApp(page);
  await importText(page, 'chain.yaml', CHAIN);
  await importText(page, 'chain.test.yaml', TESTS);
  const panel = await openTests(page);
  const one = panel.getByRole('button', { name: 'Run the test “counts to four”' });
  await one.press('Enter');
  await expect(panel.getByRole('status')).toHaveText('1 failed, 2 to run');
  // Its row has gone to the top.
  await expect(panel.getByRole('listitem').first()).toContainText('counts to four');
  await expect(one).toBeFocused();
  const all = panel.getByRole('button', { name: 'Run all' });
  await all.press('Enter');
  await expect(panel.getByRole('status')).toHaveText('2 failed, 1 passed');
  await expect(all).toBeFocused();
});

test('a value that is longer than its place is scrolled by keys', async ({ page }) => {
  await openApp(page);
  await importText(page, 'chain.yaml', CHAIN);
  const lines = Array.from({ length: 60 }, (_, index) => `k${index}: ${index}`).join(', ');
  await importText(page, 'chain.test.yaml', `tests:\n  - name: long\n    expect: { equals: { ${lines} } }\n`);
  const panel = await openTests(page);
  await panel.getByRole('button', { name: 'Run all' }).click();
  await expect(panel.getByRole('status')).toHaveText('1 failed');
  await expectNoBarrier(page, panel);
});

test('an error in a file leads to its line, on a phone too', async ({ page }) => {
  await openApp(page);
  await importText(page, 'chain.yaml', CHAIN);
  await importText(page, 'chain.test.yaml', TESTS.replace('[third]', '[thrid]'));
  const panel = await openTests(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await panel.getByRole('button', { name: 'chain.test.yaml, line 6' }).click();
  const editor = page.getByRole('textbox', { name: /YAML/ });
  await expect(editor).toBeFocused();
  await page.keyboard.type('X');
  await expect(page.locator('.view-line', { hasText: 'Xthrid' })).toBeVisible();
});

const DRAWN = `tasks:
  - { id: draw, type: basic, with: { at: "{{ now() }}", id: "{{ uuid() }}" }, on_success: { next: ask } }
  - { id: ask, type: basic, use: "core:kv", with: { op: set, key: n, value: 1 } }
outputs: { drawn: "{{ tasks.draw.output }}", before: "{{ tasks.ask.output }}" }
`;

test('a run becomes a test with the recorded run beside it, which passes after a reload', async ({ page }) => {
  await openApp(page);
  await importText(page, 'drawn.yaml', DRAWN);
  await expect(card(page, 'ask')).toBeVisible();
  await startRun(page);
  await expect(state(page, /^Success in/)).toBeVisible();
  await command(page, 'Save as test with the recorded run');
  await expect(page.getByText(/^Saved as the test “[^”]+”\.$/)).toBeVisible();
  const panel = await openTests(page);
  await panel.getByRole('button', { name: 'Run all' }).click();
  await expect(panel.getByRole('status')).toHaveText('1 passed');
  await page.reload();
  await panel.getByRole('button', { name: 'Run all' }).click();
  await expect(panel.getByRole('status')).toHaveText('1 passed');
});

test('expectations are updated by keys: the difference first, then as one step to undo', async ({ page }) => {
  await openApp(page);
  await importText(page, 'chain.yaml', CHAIN);
  await importText(page, 'chain.test.yaml', TESTS);
  const panel = await openTests(page);
  await panel.getByRole('button', { name: 'Run all' }).press('Enter');
  await expect(panel.getByRole('status')).toHaveText('2 failed, 1 passed');
  const failed = panel.getByRole('listitem').filter({ hasText: 'counts to four' }).first();
  await failed.getByRole('button', { name: 'Update expectations…' }).press('Enter');
  const preview = panel.getByRole('group', { name: 'New expectations of “counts to four”' });
  await expect(preview.getByRole('group', { name: 'Difference' })).toContainText(
    '−     expect: { output: { n: 4 } }\n+     expect: { output: { n: 3 } }',
  );
  await expectNoBarrier(page, panel);
  await expect(preview.getByRole('button', { name: 'Write' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('status')).toHaveText('1 failed, 2 passed');
  await command(page, 'Undo');
  await expect(panel.getByText('Changed', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Run 1 changed' }).click();
  await expect(panel.getByRole('status')).toHaveText('2 failed, 1 passed');
});

test('changes of a workflow that no test notices are listed with why, and lead to their line', async ({ page }) => {
  await openApp(page);
  await importText(page, 'ways.yaml', WAYS);
  await importText(page, 'ways.test.yaml', 'tests:\n  - { name: many, input: { n: 2 } }\n');
  const panel = await openTests(page);
  await panel.getByRole('button', { name: 'Change and test' }).press('Enter');
  await expect(panel.getByText(/^0 % 0 of 2 changes found$/)).toBeVisible();
  const survivors = panel.getByRole('list', { name: 'Changes of ways.yaml that no test notices' });
  await expect(survivors.getByRole('listitem').first()).toContainText(
    'the condition of “ask” is flippedLine 5. Runs of the tests differ with it',
  );
  await expectNoBarrier(page, panel);
  const editor = await showSplit(page);
  await survivors.getByRole('button').first().press('Enter');
  await expect(editor).toBeFocused();
});
