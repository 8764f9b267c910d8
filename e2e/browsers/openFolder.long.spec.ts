import path from 'node:path';
import { expect } from '@playwright/test';
import { waitFor } from '../killable.ts';
import { buildProgram, OpenedFolder } from '../opening.ts';
import type { Target } from './find.ts';
import { OTHER_BROWSERS, test, whyNot } from './fixtures.ts';

const SOURCE = 'tasks:\n  - id: a\n    type: basic\n';

function named(name: string): string {
  return SOURCE.replace('  - id: a\n', `  - id: a\n    name: ${name}\n`);
}

for (const browser of OTHER_BROWSERS) {
  test.describe(browser.name, () => {
    test.skip(browser.missing !== null, whyNot(browser));

    test('a folder of the disk is written to, and shows what others write', async ({ profile }) => {
      const build = buildProgram();
      const flows = new OpenedFolder(build.program);
      try {
        flows.write('one.yaml', SOURCE);
        const { page } = await profile.open(browser);
        await page.goto(await flows.start());
        const saved: Target = { role: 'banner', text: `Saved to ${path.basename(flows.folder)}` };
        await page.see(saved);
        expect(await page.evaluate(() => 'showDirectoryPicker' in globalThis)).toBe(false);

        await page.click({ role: 'group', name: /^a, .* task/ });
        await page.click({ role: 'textbox', name: 'Name', within: { role: 'complementary', name: 'Inspector' } });
        await page.type('Mine\n');
        await page.see({ role: 'banner', text: /Not yet in/ });
        await page.press('Control+s');
        await waitFor('the edit on the disk', () => (flows.read('one.yaml') === named('Mine') ? true : undefined));
        await page.see(saved);

        flows.write('one.yaml', named('Theirs'));
        await page.see({ role: 'group', name: /^Theirs, id a/ });
        await page.see(saved);
      } finally {
        await flows.remove();
        build.remove();
      }
    });
  });
}
