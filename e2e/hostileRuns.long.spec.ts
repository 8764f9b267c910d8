import { startInput } from '../engine/testing/given/startInput.ts';
import { openApp } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { drawer, openHistory } from './runs.ts';

const SOURCE = 'tasks:\n  - {id: a, type: basic, with: {n: 1}}\n';

const AT = 1_767_225_600_000;

interface Made {
  readonly source?: string;
  readonly start?: object;
  readonly rest?: readonly object[];
}

/** A saved run as someone else may have written it. */
function makeExport({ source = SOURCE, start = {}, rest = [] }: Made): string {
  const first = { ...startInput({ at: AT }), ...start };
  return JSON.stringify({
    format: 'signalbox-run/1',
    summary: { path: 'a.yaml', name: null, status: 'success', startedAt: AT, endedAt: AT },
    details: { source, files: [], input: {}, engine: '0.1.0' },
    proofs: [],
    inputs: [first, ...rest],
  });
}

/** Imports a saved run by the history, which is open. */
async function importRun(page: Page, panel: Locator, text: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    panel.getByRole('button', { name: 'Import a run' }).click(),
  ]);
  await chooser.setFiles({ name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

/** Opens and closes a dialog while the run is read and shown: each time the page must answer. */
async function expectResponsive(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (let round = 0; round < 4; round += 1) {
    const panels = page.getByRole('navigation', { name: 'Panels' });
    await panels.getByRole('button', { name: 'Command palette' }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
}

/** A task that follows itself for as long as the machine lets it, with a value that each of its steps has. */
const LOOP = `limits: {per_task: 1000000, per_scope: 1000000}
tasks:
  - {id: a, type: basic, with: {it: "{{ workflow.input }}"}, on_success: {next: a}}
`;

const HOSTILE: readonly (readonly [what: string, text: () => string, words: RegExp])[] = [
  [
    'a time beyond all dates',
    () => makeExport({ rest: [{ type: 'run.continued', at: '@' }] }).replace('"@"', '1e999'),
    /a number that is too large/,
  ],
  [
    'a message that is no text',
    () =>
      makeExport({
        source: 'tasks:\n  - {id: a, type: basic, use: "core:http", with: {url: "https://x.test/"}}\n',
        rest: [
          {
            type: 'effect.completed',
            at: AT,
            key: 'r/a/1/1/1',
            outcome: { ok: false, error: { code: 'X', message: { a: 1 }, details: null }, retryAfter: null },
          },
        ],
      }),
    /input 2 \(effect\.completed\).*“outcome\.error\.message”/,
  ],
  [
    'a loop without an end',
    () => makeExport({ source: LOOP, rest: Array.from({ length: 30_000 }, () => ({ type: 'run.continued', at: AT })) }),
    /more than 200,000 events|hold more than 128 MiB/,
  ],
  [
    'a long text in every step of a loop',
    () =>
      makeExport({
        source: LOOP,
        start: { input: { text: 'x'.repeat(4_000_000) } },
        rest: Array.from({ length: 100 }, () => ({ type: 'run.continued', at: AT })),
      }),
    /hold more than/,
  ],
];

test('an imported run that is not sound is refused with a message, and the page answers', async ({ page }) => {
  await openApp(page);
  const panel = await openHistory(page);
  await importRun(page, panel, makeExport({ start: { at: undefined } }));
  await expect(page.getByText(/input 1 \(run\.started\).*“at”/).first()).toBeVisible();
  await expect(panel.getByText('No runs yet')).toBeVisible();
  await expectResponsive(page);
});

test('an imported run that is not sound is refused with a message, and the page answers meanwhile', async ({
  page,
}) => {
  await openApp(page);
  const panel = await openHistory(page);
  for (const [what, text, words] of HOSTILE)
    await test.step(what, async () => {
      // Without the message of the step before.
      await openApp(page);
      await importRun(page, panel, text());
      await expectResponsive(page);
      await expect(page.getByText(words).first()).toBeVisible({ timeout: 40_000 });
      await expect(page.getByRole('region', { name: 'Runs', exact: true }).getByText('No runs yet')).toBeVisible();
      await expectResponsive(page);
    });
});

test('an imported run of many steps with long texts is shown, and the page answers meanwhile', async ({ page }) => {
  const message = 'A very long message. '.repeat(1_800);
  const source = `name: ${'A long name '.repeat(10_000)}
limits: {per_task: 1000000, per_scope: 1000000}
tasks:
  - {id: a, name: ${'Long '.repeat(10_000)}, type: basic, with: {it: "{{ workflow.input.message }}"}, on_success: {next: b}}
  - {id: b, type: basic, with: {n: 2}, on_success: {next: a}}
`;
  const text = makeExport({
    source,
    start: { input: { message } },
    rest: Array.from({ length: 3 }, () => ({ type: 'run.continued', at: AT + 100 * 365 * 86_400_000 })),
  });
  await openApp(page);
  await importRun(page, await openHistory(page), text);
  await expectResponsive(page);
  await expect(drawer(page).getByText('Imported', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expectResponsive(page);
  for (const tab of ['Events', 'Output', 'Text', 'Timeline']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await expectResponsive(page);
  }
});

/** One step of a replay that takes minutes. */
function makeEndless(): string {
  const each = Array.from({ length: 2_000 }, (_, at) => `k${at}: "{{ filter(workflow.input.items, x => x > 9999) }}"`);
  const task = `{id: a, type: map, config: {mapping: {${each.join(', ')}}}, on_success: {next: a}}`;
  const source = `limits: {per_task: 1000000, per_scope: 1000000}\ntasks: [${task}]\n`;
  return makeExport({ source, start: { input: { items: Array.from({ length: 4_000 }, (_, n) => n) } } });
}

test('an imported run with a step that takes minutes is refused after 15 s, and the page answers meanwhile', async ({
  page,
}) => {
  await openApp(page);
  const panel = await openHistory(page);
  await importRun(page, panel, makeEndless());
  await expectResponsive(page);
  const refused = page.getByText(/one step of its replay took longer than 15 s/).first();
  await expect(refused).toBeVisible({ timeout: 120_000 });
  await expect(panel.getByText('No runs yet')).toBeVisible();
  await expectResponsive(page);
});
