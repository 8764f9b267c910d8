import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { readStoredRuns, serveCalls, waitFor } from '../killable.ts';
import type { BrowserWindow } from './BrowserWindow.ts';
import type { Target } from './find.ts';
import { OTHER_BROWSERS, test, whyNot } from './fixtures.ts';

/** `npm run test:long` kills each browser more often. */
const KILLS = process.env['SIGNALBOX_TEST_FACTOR'] === undefined ? 1 : 10;

const SOURCE = `name: Path
tasks:
  - id: a
    type: map
    config: { mapping: { n: 1 } }
    on_success: { next: b, with: { n: "{{ output.n + 1 }}" } }
  - id: b
    type: map
    config: { mapping: { n: "{{ input.n }}" } }
`;

/** After a name from the inspector, a task from the canvas, and a line from the editor. */
const EDITED = `name: Path
tasks:
  - id: a
    type: map
    config: { mapping: { n: 1 } }
    on_success: { next: b, with: { n: "{{ output.n + 1 }}" } }
  - id: b
    name: Twice
    type: map
    config: { mapping: { n: "{{ input.n }}" } }
    on_success:
      next: wait
  - id: wait
    type: wait
    config:
      timeout: 10s
      check_interval: 1s
outputs: { n: "{{ tasks.b.output.n }}" }`;

const BAR: Target = { role: 'banner' };
const SAVED: Target = { ...BAR, text: 'Saved on this device' };
const RUN: Target = { role: 'region', name: 'Run' };
const DIALOG: Target = { role: 'dialog' };
const START: Target = { role: 'button', name: /^Run/, within: BAR };
const EXPORT: Target = { role: 'button', name: 'Export', within: BAR };
const PNG = '89504e470d0a1a0a';

function writeCall(id: string, rest = ''): string {
  return `  - { id: ${id}, type: basic, use: "tool:api", with: { url: ${id}, method: POST, json: { n: 1 } }${rest} }\n`;
}

/** Two calls with a wait between them, in which the browser is killed. */
function writeCalls(url: string): string {
  const schema = '{ input: { type: object }, output: { type: object } }';
  return (
    `tools:\n  - { id: api, use: core:http, config: { base_url: "${url}", idempotency_key: true }, schema: ${schema} }\n` +
    `tasks:\n${writeCall('first', ', on_success: { next: hold }')}` +
    `  - { id: hold, type: wait, config: { timeout: 8s, check_interval: 1s }, on_success: { next: second } }\n${writeCall('second')}`
  );
}

/** Opens a file of the disk in the app. */
async function openText(page: BrowserWindow, folder: string, name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  await page.click({ role: 'button', name: /\.yaml$/, within: BAR });
  await page.chooseFile({ role: 'menuitem', name: /^Open files/ }, file);
  await page.see({ role: 'button', name, within: BAR });
}

for (const browser of OTHER_BROWSERS) {
  test.describe(browser.name, () => {
    test.skip(browser.missing !== null, whyNot(browser));

    test('opens a file, edits it on the canvas and as text, runs it and exports it', async ({ profile, baseURL }) => {
      const { page } = await profile.open(browser);
      await page.goto(String(baseURL));
      await page.see(SAVED);
      await openText(page, profile.folder, 'path.yaml', SOURCE);

      await page.click({ role: 'group', name: /^b, .* task/ });
      await page.click({ role: 'textbox', name: 'Name', within: { role: 'complementary', name: 'Inspector' } });
      await page.type('Twice\n');
      const named = await page.see({ role: 'group', name: /^Twice, id b/ });
      await page.drag(named, { x: named.x + 40, y: named.y + 120 });
      await page.press('a');
      await page.click({ role: 'searchbox', name: 'Add a task' });
      await page.type('wait\n');
      await page.see({ role: 'group', name: /^wait, .* task/ });

      await page.click({ role: 'radio', name: 'Split' });
      await page.see({ role: 'code', text: /id: wait/ });
      await page.click({ role: 'code' });
      await page.press('Control+End');
      await page.type('outputs: { n: "{{ tasks.b.output.n }}" }');
      await page.see({ role: 'code', text: /outputs:/ });
      await page.click({ role: 'radio', name: 'Design' });
      await page.click(START);
      // It comes from outside.
      await page.click({ role: 'button', name: 'Trust and continue', within: DIALOG });
      await page.click({ role: 'button', name: 'Run', within: DIALOG });
      await page.see({ ...RUN, text: /Success in/ });

      const text = await page.download('path.yaml', async () => {
        await page.click(EXPORT);
        await page.click({ role: 'menuitem', name: 'Download the YAML' });
      });
      expect(text.toString()).toBe(EDITED);
      const picture = await page.download('path.png', async () => {
        await page.click(EXPORT);
        await page.click({ role: 'menuitem', name: 'Download as PNG' });
      });
      expect(picture.toString('hex', 0, 8)).toBe(PNG);
    });

    test('goes on with a run when its tab was left and comes back', async ({ profile, baseURL }) => {
      const server = await serveCalls(() => 20);
      const { page } = await profile.open(browser);
      await page.goto(String(baseURL));
      await page.see(SAVED);
      await openText(page, profile.folder, 'left.yaml', writeCalls(server.url));
      await page.click(START);
      await page.click({ role: 'button', name: 'Trust and continue', within: DIALOG });
      await page.click({ role: 'button', name: 'Run', within: DIALOG });
      await waitFor('the outcome of the first call', async () =>
        (await readStoredRuns(page))[0]?.recorded.length === 1 ? true : undefined,
      );
      await page.goto(`${baseURL}/manifest.webmanifest`);
      await page.goto(String(baseURL));
      await page.see({ ...RUN, text: /Success in/ });
      expect(server.calls.map((call) => call.path)).toEqual(['/first', '/second']);
      server.close();
    });

    test('resumes a run after a kill of the whole browser, and repeats no call', async ({ profile, baseURL }) => {
      test.setTimeout(180_000 + KILLS * 60_000);
      const server = await serveCalls(() => 20);
      let { page, remote } = await profile.open(browser);
      await page.goto(String(baseURL));
      await page.see(SAVED);
      await openText(page, profile.folder, 'killed.yaml', writeCalls(server.url));
      await page.click(START);
      await page.click({ role: 'button', name: 'Trust and continue', within: DIALOG });
      for (let kills = 1; kills <= KILLS; kills += 1) {
        await page.click({ role: 'button', name: 'Run', within: DIALOG });
        await waitFor('the outcome of the first call', async () => {
          const stored = await readStoredRuns(page);
          return stored.length === kills && stored[0]?.recorded.length === 1 ? true : undefined;
        });
        await remote.kill();
        const before = server.calls.length;

        ({ page, remote } = await profile.open(browser));
        await page.goto(String(baseURL));
        await page.see({ role: 'button', name: 'killed.yaml', within: BAR });
        await page.see({ ...RUN, text: /Success in/ });
        expect(server.calls.slice(before).map((call) => call.path)).toEqual(['/second']);
        if (kills < KILLS) await page.click(START);
      }
      expect(server.calls).toHaveLength(2 * KILLS);
      server.close();
    });
  });
}
