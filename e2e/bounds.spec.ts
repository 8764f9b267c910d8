import { expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';

test('a script that takes memory without end fails with LIMIT_ERROR, and the run goes on', async ({ page }) => {
  await openApp(page);
  await importText(
    page,
    'bounds.yaml',
    `tasks:
  - id: script
    type: basic
    use: core:javascript
    with: { code: "const a = []; for (;;) a.push(new Array(1000).fill(7))" }
    on_error: { routes: { LIMIT_ERROR: after } }
  - { id: after, type: basic }
`,
  );
  await startRun(page);
  await expectStatus(page, 'after', 'Success');
  await expect(runBadge(page)).toHaveText(/^Success/);
});
