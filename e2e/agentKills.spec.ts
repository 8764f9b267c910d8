import { serveModels } from '../engine/testing/wire/serveModels.ts';
import { answer, expectNoRepeats, expectWhole, makeWorkflow, readMessages } from './agentKills.ts';
import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { readStoredRuns, serveCalls, waitFor } from './killable.ts';

test('an agent with tools and memory resumes after its page was closed, and repeats nothing that was recorded', async ({
  page,
  problems,
}) => {
  const [models, tools] = [await serveModels(), await serveCalls(() => 30)];
  models.answer = answer;
  try {
    await openApp(page);
    await importText(page, 'agent.yaml', makeWorkflow(models, tools.url));
    await startRun(page);
    await waitFor('a call in the third turn', () => (tools.calls.length > 3 ? true : undefined));
    // A page of the app's address that is not the app: there the run is as the one that was closed left it.
    await page.goto('/icon.svg');
    const until = { requests: models.requests.length, calls: tools.calls.length };
    const [stored] = await readStoredRuns(page);
    if (stored === undefined) throw new Error('The run is not stored');
    expect(stored.status).toBe('running');
    await page.goto('/');
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expectWhole(models.requests, tools.calls);
    expectNoRepeats(stored, {
      requests: models.requests.slice(until.requests),
      calls: tools.calls.slice(until.calls),
    });
    expect((await readMessages(page)).map(({ role }) => role)).toEqual(['user', 'assistant']);
    // A whole browser asks for an icon of the page that is not the app, and there is none.
    const noIcon = problems.findIndex((problem) => problem.includes('404'));
    if (noIcon >= 0) problems.splice(noIcon, 1);
  } finally {
    tools.close();
    await models.close();
  }
});
