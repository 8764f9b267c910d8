import { expect } from '@playwright/test';
import type { Target } from './find.ts';
import { OTHER_BROWSERS, test, whyNot } from './fixtures.ts';
import { BAR, DIALOG, openText, RUN, SAVED, START } from './mainPath.ts';

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

const EXPORT: Target = { role: 'button', name: 'Export', within: BAR };
const PNG = '89504e470d0a1a0a';

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
  });
}
