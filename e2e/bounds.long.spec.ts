import { type ModelServer, serveModels } from '../engine/testing/wire/serveModels.ts';
import { expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';

let server: ModelServer;
test.beforeEach(async () => {
  server = await serveModels();
});
test.afterEach(() => server.close());

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

test('a script without end of memory and a stream without end of events fail immediately, typed, and the page stays quick', async ({
  page,
}) => {
  server.answer = () => ({
    pieces: [
      'data:\n\n'.repeat(1_000_000),
      'data: {"id":"1","choices":[{"index":0,"delta":{"content":""}}]}\n\n'.repeat(60_000),
    ],
  });
  await openApp(page);
  await importText(
    page,
    'bounds.yaml',
    `agents:
  - id: writer
    use: core:agent
    config: { provider: openai-compatible, model: small, url: "${server.url}own/v1" }
    actions: [{ id: go, instructions: Go on, output: { type: object } }]
tasks:
  - id: script
    type: basic
    use: core:javascript
    with: { code: "const a = []; for (;;) a.push(new Array(1000).fill(7))" }
    on_error: { routes: { LIMIT_ERROR: stream } }
  - id: stream
    type: basic
    use: agent:writer
    with: { prompt: Hello }
    on_error: { routes: { LIMIT_ERROR: both } }
  - { id: both, type: basic }
`,
  );
  await page.evaluate(() => {
    const frames = { longest: 0 };
    Object.assign(globalThis, { frames });
    let last = performance.now();
    const tick = (now: number): void => {
      frames.longest = Math.max(frames.longest, now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await startRun(page);
  await expectStatus(page, 'both', 'Success');
  await expect(runBadge(page)).toHaveText(/^Success/);
  const longest = await page.evaluate(() => (globalThis as unknown as { frames: { longest: number } }).frames.longest);
  // Ten times the promise that no second of work is done on the page: a busy machine drops frames by itself.
  expect(longest).toBeLessThan(10_000);
});
