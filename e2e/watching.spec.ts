import { expectStatus, importText, openApp, runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';
import { approve, BROKEN, countAndBegin, expectCounted, expectEnds, giveLevel } from './watching.ts';

const TEXT = `name: Watched
schema:
  input:
    type: object
    required: [level]
    properties:
      level: { enum: [low, high], title: Level }
      count: { type: integer, minimum: 1, title: Count, default: 3 }
tasks:
  - id: choose
    type: decision
    config: { condition: "{{ workflow.input.level }}", routes: { low: approve }, default: { next: never } }
  - id: never
    type: basic
  - id: approve
    type: wait
    config: { signal: approve, timeout: 1h, check_interval: 1h }
    on_success: { next: broken }
${BROKEN}outputs: { count: "{{ workflow.input.count }}" }
`;

test('a run begins with a form that checks what it is given, outlives its page, and is watched to its end', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'watched.yaml', TEXT);

  await test.step('the form asks for what is missing, and the run begins with what is filled in', async () => {
    await countAndBegin(page, await giveLevel(page));
    await expectStatus(page, 'approve', 'Waiting');
  });

  await test.step('a run whose page went away resumes once it is back', async () => {
    await page.reload();
    await expectStatus(page, 'approve', 'Waiting');
    await expect(runBadge(page)).toHaveText(/^Waiting/);
  });

  await test.step('it gets its signal, and every task shows how it ended', async () => {
    await drawer(page)
      .getByRole('button', { name: /^approve, waiting/ })
      .click();
    await approve(page);
    await expectEnds(page, ['choose', 'approve', 'after']);
    await expectCounted(page);
  });
});
