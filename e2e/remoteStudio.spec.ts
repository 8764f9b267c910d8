import { type ModelServer, serveModels } from '../engine/testing/wire/serveModels.ts';
import { importText, openApp, runBadge, showNewRun, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { bar, drawer } from './runs.ts';
import { ServedFolder } from './serving.ts';

/** An agent with a tool, a request, and a collection of which one item fails. */
const inner = (
  url: string,
): string => `schema: { input: { type: object, properties: { order: { type: integer, default: 7 } } } }
agents:
  - id: clerk
    use: core:agent
    instructions: Find the order.
    config: { provider: openai, api: chat, model: small, url: "${url}openai/v1", api_key: sk-plain }
    tools:
      - id: digest
        use: core:hash
        schema: { input: { type: object, properties: { text: { type: string } } }, output: { type: object } }
tools:
  - id: shop
    use: core:http
    config: { base_url: "${url}" }
    schema: { input: { type: object }, output: { type: object } }
tasks:
  - { id: find, type: basic, use: "agent:clerk", with: { prompt: "Where is order {{ workflow.input.order }}?" }, on_success: { next: each } }
  - id: each
    type: collection
    config: { items: [1, 0, 2], mode: sequential, continue_on_error: true }
    tasks: [{ id: divide, type: map, config: { mapping: { n: "{{ 6 / item }}" } } }]
    on_success: { next: tell, with: { parts: "{{ output }}" } }
  - { id: tell, type: basic, use: "tool:shop", with: { url: "openai/v1/chat/completions", method: POST, json: { messages: [] } }, on_error: { next: sum }, on_success: { next: sum } }
  - { id: sum, type: map, config: { mapping: { n: "{{ workflow.input.order * 6 }}" } } }
outputs: { n: "{{ tasks.sum.output.n }}" }
`;

const OUTER = `schema: { input: { type: object, properties: { order: { type: integer, default: 7 } } } }
tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml, input: { order: "{{ workflow.input.order }}" } }, on_success: { next: after } }
  - { id: after, type: basic }
outputs: { n: "{{ tasks.call.output.n }}" }
`;

/** A question to a person, and a step that takes the answer. */
const HOLD = `tasks:
  - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h, signal_schema: { type: object, properties: { n: { type: integer, default: 4 } } } }, on_success: { next: twice, with: { n: "{{ output.value.n * 2 }}" } } }
  - { id: twice, type: map, config: { mapping: { n: "{{ input.n * 2 }}" } } }
outputs: { n: "{{ tasks.twice.output.n }}" }
`;
const AROUND = `tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: hold.yaml } }
outputs: { n: "{{ tasks.call.output.n }}" }
`;

let served: ServedFolder;
let server: ModelServer;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  server = await serveModels();
  server.answer = ({ body }) => {
    const said = JSON.stringify(body);
    if (!said.includes('"role":"tool"')) return { toolCalls: [{ id: 'c1', name: 'digest', input: { text: 'order' } }] };
    return { text: [said.includes('order 8') ? 'It is order 8.' : 'It is order 7.'] };
  };
  served = new ServedFolder({
    'inner.yaml': inner(server.url),
    'outer.yaml': OUTER,
    'hold.yaml': HOLD,
    'around.yaml': AROUND,
  });
});
test.afterAll(async () => {
  await served.remove();
  server.close();
});
test.afterEach(() => served.kill());

async function startThere(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Run' }).click();
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' });
  await expect(yes.or(page.getByLabel('Run on')).first()).toBeVisible();
  if (await yes.isVisible()) await yes.click();
  await page.getByLabel('Run on').click();
  await page.getByRole('option', { name: 'Add a server…' }).click();
  await page.getByLabel('Address').fill(served.address);
  await page.getByLabel('Token', { exact: true }).fill(served.token);
  await page.getByRole('button', { name: 'Add the server' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

const row = (page: Page, name: RegExp) => drawer(page).getByRole('button', { name });

const results: string[] = [];
async function attempt(where: string, what: string, page: Page, act: () => Promise<string | void>): Promise<void> {
  try {
    const said = await act();
    results.push(`${where} | ${what} | ok ${said ?? ''}`);
  } catch (error) {
    results.push(`${where} | ${what} | FAIL ${String(error).split('\n').slice(0, 3).join(' ')}`);
    await page.screenshot({ path: `/tmp/shots/d/walk-${where}-${what}.png`.replaceAll(' ', '_') });
    await page.keyboard.press('Escape');
  }
  console.log(results.at(-1));
}

for (const place of ['local', 'remote', 'inside local', 'inside remote'] as const) {
  test(`walk ${place}`, async ({ page, problems }) => {
    test.setTimeout(400_000);
    page.setDefaultTimeout(6_000);
    const remote = place.endsWith('remote');
    const inside = place.startsWith('inside');
    await openApp(page);
    await served.start(new URL(page.url()).origin);
    await importText(page, 'inner.yaml', inner(server.url));
    if (inside && !remote) {
      await startRun(page);
      await expect(runBadge(page)).toHaveText(/^Success in/);
    }
    if (inside) await importText(page, 'outer.yaml', OUTER);
    await showNewRun(page, () => (remote ? startThere(page) : startRun(page)));
    await expect(runBadge(page)).toHaveText(/^Success in/);
    const soft = expect.configure({ timeout: 5_000 });
    if (inside)
      await attempt(place, 'in place', page, async () => {
        await row(page, /^call, steps inside/).click();
        await row(page, /^find, success/).click();
        await page.getByRole('tab', { name: 'Conversation' }).click();
        await soft(page.getByRole('list', { name: 'Conversation' }).locator('> li')).toHaveCount(5);
      });
    if (inside)
      await attempt(place, 'open', page, async () => {
        await row(page, /^find, success/).click();
        await page
          .getByRole('region', { name: 'Step find' })
          .getByRole('button', { name: 'Open', exact: true })
          .click();
        await soft(page.getByRole('navigation', { name: 'Runs around this one' })).toContainText('outer.yaml');
      });
    await attempt(place, 'conversation', page, async () => {
      await row(page, /^find, success/).click();
      await page.getByRole('tab', { name: 'Conversation' }).click();
      await soft(page.getByRole('list', { name: 'Conversation' }).locator('> li')).toHaveCount(5);
    });
    await attempt(place, 'next failed', page, async () => {
      await page.keyboard.press('Escape');
      await drawer(page).getByRole('tab', { name: 'Timeline' }).focus();
      await page.keyboard.press('e');
      await soft(page.getByRole('region', { name: 'Step divide' })).toContainText('Item 2 of 3');
    });
    await attempt(place, 'items', page, async () => {
      await page.keyboard.press('i');
      const items = page.getByRole('dialog', { name: 'Items of each' });
      await soft(items.getByRole('grid')).toHaveAttribute('aria-rowcount', '4');
      const retry = items.getByRole('button', { name: 'Retry failed only' });
      const said = `${await retry.isEnabled()} ${await retry.getAttribute('title')}`;
      await page.keyboard.press('Escape');
      return said;
    });
    await attempt(place, 'search', page, async () => {
      await drawer(page).getByRole('button', { name: 'Search' }).click();
      await page.keyboard.type('order 7');
      await soft(drawer(page).getByRole('search').getByRole('status')).toHaveText(/\d+ hits/);
      const said = await drawer(page).getByRole('search').getByRole('status').innerText();
      await page.keyboard.press('Escape');
      return said;
    });
    await attempt(place, 'scope', page, async () => {
      await row(page, /^sum, success/).click();
      const step = page.getByRole('region', { name: 'Step sum' });
      await step.getByRole('tab', { name: 'Scope' }).click();
      const said = await step.getByRole('tabpanel').innerText();
      const field = step.getByRole('textbox', { name: 'Expression to evaluate' });
      if (!(await field.isVisible())) return said;
      await field.fill('workflow.input.order + 1');
      await field.press('Enter');
      await soft(step.getByRole('region', { name: 'Value of workflow.input.order + 1' })).toContainText('8');
    });
    await attempt(place, 'report', page, async () => {
      await drawer(page).getByRole('button', { name: 'Save the run as…' }).click();
      await page.getByRole('menuitem', { name: 'Save the run as a report…' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('dialog').getByRole('button', { name: 'Save' }).click(),
      ]);
      return download.suggestedFilename();
    });
    await attempt(place, 'send again', page, async () => {
      await row(page, /^tell, /).click();
      const step = page.getByRole('region', { name: 'Step tell' });
      await step.getByRole('tab', { name: /^Calls/ }).click();
      await page.screenshot({ path: `/tmp/shots/d/walk-${place}-calls.png`.replaceAll(' ', '_') });
      const again = step.getByRole('button', { name: 'Send again' });
      const said = `${await again.isEnabled()} ${await again.getAttribute('title')}`;
      if (await again.isEnabled()) {
        await again.click();
        await step.getByRole('group', { name: 'Send again?' }).getByRole('button').first().click();
        await page.waitForTimeout(500);
        return `${said} ${await step.getByRole('region', { name: 'Answer to the request that was sent again' }).count()}`;
      }
      return said;
    });
    const address = page.url();
    await attempt(place, 'repeat', page, async () => {
      const button = drawer(page).getByRole('button', { name: 'Repeat' });
      const said = `${await button.isEnabled()} ${await button.getAttribute('title')}`;
      if (!(await button.isEnabled())) return said;
      await showNewRun(page, () => button.click());
      await soft(runBadge(page)).toHaveText(/^Success in/);
      return said;
    });
    await page.goto(address);
    await attempt(place, 'reload at address', page, async () => {
      await soft(runBadge(page)).toHaveText(/^Success in/);
      if (inside)
        await soft(page.getByRole('navigation', { name: 'Runs around this one' })).toContainText('outer.yaml');
    });
    await attempt(place, 'change message', page, async () => {
      await row(page, /^find, success/).click();
      await page.getByRole('tab', { name: 'Conversation' }).click();
      const talk = page.getByRole('list', { name: 'Conversation' });
      await talk.getByRole('button', { name: 'Change message 2, User, and continue from there' }).click();
      await talk.getByLabel('What it says').fill('Where is order 8?');
      await talk.getByRole('button', { name: 'Continue with this message' }).click();
      const yes = page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' });
      if (remote) await yes.click();
      await soft(page.getByRole('tabpanel').getByText('It is order 8.').first()).toBeVisible();
      await soft(runBadge(page)).toHaveText(/^Success in/);
    });
    await attempt(place, 'fork scope', page, async () => {
      await row(page, /^sum, success/).click();
      const step = page.getByRole('region', { name: 'Step sum' });
      await step.getByRole('tab', { name: 'Scope' }).click();
      await page.waitForTimeout(1000);
      return (await step.getByRole('tabpanel').innerText()).slice(0, 200);
    });
    await attempt(place, 'fork repeat', page, async () => {
      const button = drawer(page).getByRole('button', { name: 'Repeat' });
      return `${await button.isEnabled()} ${await button.getAttribute('title')}`;
    });
    await attempt(place, 'fork retry', page, async () => {
      const button = drawer(page).getByRole('button', { name: 'Retry failed only' });
      const said = `${await button.isEnabled()} ${await button.getAttribute('title')}`;
      if (await button.isEnabled()) {
        await showNewRun(page, () => button.click());
        await soft(runBadge(page)).toHaveText(/^Success in/);
      }
      return said;
    });
    await page.goto(address);
    await soft(runBadge(page)).toHaveText(/^Success in/);
    await attempt(place, 'fork at an instant', page, async () => {
      await drawer(page)
        .getByRole('tab', { name: /^Events/ })
        .click();
      await drawer(page)
        .getByRole('button', { name: /^Show the instant .*, event 6$/ })
        .click();
      await drawer(page).getByRole('button', { name: 'Fork from here' }).click();
      if (remote) await page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' }).click();
      await soft(bar(page).getByRole('button', { name: 'Resume' })).toBeVisible();
      await bar(page).getByRole('button', { name: 'Resume' }).click();
      await soft(runBadge(page)).toHaveText(/^Success in/);
    });
    problems.splice(0);
  });
}

for (const place of ['remote', 'inside remote', 'inside local'] as const) {
  test(`pause ${place}`, async ({ page, problems }) => {
    test.setTimeout(300_000);
    page.setDefaultTimeout(8_000);
    const soft = expect.configure({ timeout: 8_000 });
    const remote = place.endsWith('remote');
    await openApp(page);
    await served.start(new URL(page.url()).origin);
    await importText(page, 'hold.yaml', HOLD);
    if (place.startsWith('inside')) await importText(page, 'around.yaml', AROUND);
    await showNewRun(page, () => (remote ? startThere(page) : startRun(page)));
    if (place.startsWith('inside'))
      await attempt(place, 'open', page, async () => {
        await row(page, /^call, steps inside/).click();
        await row(page, /^ask, waiting/).click();
        await page.getByRole('region', { name: 'Step ask' }).getByRole('button', { name: 'Open', exact: true }).click();
        await soft(page.getByRole('navigation', { name: 'Runs around this one' })).toContainText('around.yaml');
      });
    const paused = page.getByRole('region', { name: 'The run is paused' });
    await attempt(place, 'pause', page, async () => {
      await row(page, /^ask, waiting/).waitFor();
      await bar(page).getByRole('button', { name: 'Pause' }).click();
      await soft(paused).toBeVisible();
      return paused.innerText();
    });
    await attempt(place, 'answer', page, async () => {
      await drawer(page).getByRole('button', { name: 'Answer…' }).click();
      await drawer(page).getByRole('button', { name: 'Send signal' }).click();
      await soft(paused).toContainText('It gets {"n":8}');
      return paused.innerText();
    });
    await attempt(place, 'paused scope', page, async () => {
      const close = page.getByRole('button', { name: 'Close step' });
      if (await close.isVisible()) await close.click();
      const next = page.getByRole('region', { name: 'Next step twice' });
      const field = next.getByRole('textbox', { name: 'Expression to evaluate' });
      await field.fill('tasks.ask.output.value.n + 1');
      await field.press('Enter');
      await soft(next.getByRole('region', { name: 'Value of tasks.ask.output.value.n + 1' })).toContainText('5');
      await page.screenshot({ path: `/tmp/shots/d/paused-${place}.png`.replaceAll(' ', '_') });
    });
    await attempt(place, 'edit', page, async () => {
      if (remote) {
        await paused.getByRole('button', { name: 'Fork it here' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' }).click();
        await soft(drawer(page).getByText('Fork', { exact: true })).toBeVisible();
      }
      await paused.getByRole('button', { name: 'Change what it gets' }).click();
      await paused.getByRole('textbox').fill('{"n": 50}');
      await paused.getByRole('button', { name: 'Use this value' }).click();
      await soft(paused).toContainText('{"n":50}');
      await paused.getByRole('button', { name: 'Step' }).click();
      await page.waitForTimeout(500);
      await soft(row(page, /^twice, success/)).toBeVisible();
    });
    problems.splice(0);
  });
}
