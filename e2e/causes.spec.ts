import { importText, openApp, runBadge, showNewRun, startRun } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { drawer } from './runs.ts';

/** Most actions from "it failed" to the cause: keys pressed and things clicked. */
const MOST = 4;

/** The actions of a person: each of them is counted, as is a text that is typed at once. */
interface Person {
  press(key: string): Promise<void>;
  click(target: Locator): Promise<void>;
}

/** A workflow with something wrong in it, how a person looks for that, and where it is then read. */
interface Planted {
  readonly name: string;
  readonly text: string;
  /** What the run comes to. */
  readonly ends: RegExp;
  readonly look: (person: Person, page: Page) => Promise<void>;
  readonly cause: (page: Page) => Promise<void>;
}

const step = (page: Page, id: string): Locator => page.getByRole('region', { name: `Step ${id}` });
const why = (page: Page): Locator => drawer(page).getByRole('region', { name: 'Why the run failed' });
const showStep = (page: Page): Locator => why(page).getByRole('button', { name: 'Show the step' });

/** Of forty orders in three levels one has no price. */
const DEEP_ITEM = `tools:
  - id: price
    use: core:javascript
    config: { code: "if (input.order === 31) throw new Error('Order 31 has no price'); return { price: 1 };" }
    schema: { input: { type: object }, output: { type: object } }
tasks:
  - id: each
    type: collection
    config: { items: "{{ range(0, 40) }}", continue_on_error: true }
    tasks:
      - id: both
        type: composite
        tasks:
          - { id: price, type: basic, use: "tool:price", with: { order: "{{ item }}" } }
`;

const WRONG_INPUT = `tasks:
  - { id: read, type: map, config: { mapping: { amount: twelve } }, on_success: { next: bill, with: { amount: "{{ output.amount }}" } } }
  - { id: bill, type: map, config: { mapping: { total: "{{ input.amount * 2 }}" } } }
`;

const LOST_SIGNAL = `tasks:
  - { id: hold, type: wait, config: { signal: paid, timeout: 1s, check_interval: 1s } }
`;

const SLOW_MODEL = `agents:
  - id: quick
    use: core:agent
    config: { provider: mock, model: mock-small, mock: { latency: 10ms } }
    actions: [{ id: say, instructions: Say something., output: { type: object } }]
  - id: slow
    use: core:agent
    config: { provider: mock, model: mock-large, mock: { latency: 2s } }
    actions: [{ id: say, instructions: Say something., output: { type: object } }]
tasks:
${Array.from({ length: 10 }, (_, at) => `  - { id: ask${at}, type: basic, use: "agent:${at === 6 ? 'slow' : 'quick'}", on_success: { next: ask${at + 1} } }\n`).join('')}  - { id: ask10, type: basic }
`;

const WRONG_ROUTE = `tasks:
  - { id: read, type: map, config: { mapping: { topic: "refund " } }, on_success: { next: route } }
  - id: route
    type: decision
    config: { condition: "{{ tasks.read.output.topic }}", routes: { refund: pay }, default: { next: archive } }
  - { id: pay, type: basic }
  - { id: archive, type: basic }
`;

const REPEATED = `tasks:
  - { id: fetch, type: basic, use: core:http, with: { url: "http://127.0.0.1:9/orders" }, retry: { attempts: 3, backoff: fixed, interval: 100ms }, on_error: { next: after } }
  - { id: after, type: basic }
`;

const BUDGET = `agents:
  - id: writer
    use: core:agent
    config: { provider: mock, model: mock-small, mock: { latency: 10ms } }
    actions: [{ id: say, instructions: Say something., output: { type: object } }]
tasks:
  - { id: first, type: basic, use: "agent:writer", on_success: { next: second } }
  - { id: second, type: basic, use: "agent:writer" }
`;

const EXPRESSION = `tasks:
  - { id: read, type: map, config: { mapping: { rows: 7 } }, on_success: { next: count } }
  - { id: count, type: map, config: { mapping: { n: "{{ pick(tasks.read.output.rows, 'a') }}" } } }
`;

const MCP_DOWN = `tasks:
  - { id: add, type: basic, use: "mcp:desk/add", with: { a: 1, b: 2 } }
`;

const CHILD = `tasks:
  - { id: check, type: basic, use: "core:raise", with: { code: EXECUTION_ERROR, message: The stock is empty } }
`;
const AROUND = `tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: child.yaml } }
`;

/** The second of three runs inside fails, and the collection goes on without it. */
const CHILD_OF_ITEM = `schema: { input: { type: object, properties: { country: { type: string, default: DE } } } }
tasks:
  - { id: tax, type: decision, config: { condition: "{{ workflow.input.country }}", routes: { DE: rate, AT: rate } } }
  - { id: rate, type: map, config: { mapping: 0.2 } }
`;
const AROUND_ITEMS = `tasks:
  - id: bills
    type: collection
    config: { items: [DE, CH, AT], continue_on_error: true }
    use: core:workflow
    with: { file: item.yaml, input: { country: "{{ item }}" } }
`;

const MISSING = `schema: { input: { type: object, properties: { country: { type: string, default: Germany } } } }
tasks:
  - { id: tariff, type: map, config: { mapping: "{{ {DE: 4, AT: 7}[workflow.input.country] }}" }, on_success: { next: offer } }
  - id: offer
    type: map
    schema: { output: { type: object, required: [total], properties: { total: { type: number } } } }
    config: { validate_schema: true, strict_mode: true, mapping: { total: "{{ tasks.tariff.output * 1.2 }}" } }
`;

const ITEM_CALL = `tools:
  - id: price
    use: core:javascript
    config: { code: "if (input.order === 3) throw new Error('Order 3 has no price'); return { price: 1 };" }
    schema: { input: { type: object }, output: { type: object } }
tasks:
  - id: each
    type: collection
    config: { items: "{{ range(0, 5) }}", continue_on_error: true }
    use: tool:price
    with: { order: "{{ item }}" }
`;

const search = (page: Page): Locator => drawer(page).getByRole('search');

const PLANTED: readonly Planted[] = [
  {
    name: 'an item deep inside',
    text: DEEP_ITEM,
    ends: /^Success in/,
    look: (person) => person.press('e'),
    cause: async (page) => {
      await expect(step(page, 'price').getByText('Inside of item 32 of 40 of each')).toBeVisible();
      await expect(step(page, 'price')).toContainText('Order 31 has no price');
    },
  },
  {
    name: 'a wrong input',
    text: WRONG_INPUT,
    ends: /^Failed after/,
    look: async (person, page) => {
      await person.click(showStep(page));
      await person.click(step(page, 'bill').getByRole('tab', { name: 'Input' }));
    },
    cause: (page) => expect(step(page, 'bill').getByRole('treeitem', { name: /^amount: "twelve"/ })).toBeVisible(),
  },
  {
    name: 'a value that is missing',
    text: MISSING,
    ends: /^Failed after/,
    look: (person, page) => person.click(drawer(page).getByRole('button', { name: /^tariff, success/ })),
    cause: async (page) => {
      const warnings = step(page, 'tariff').getByRole('list', { name: 'Warnings' });
      await expect(warnings).toContainText('MISSING_REFERENCE');
      await expect(warnings).toContainText('country');
    },
  },
  {
    name: 'an item of a collection that calls a tool for each',
    text: ITEM_CALL,
    ends: /^Success in/,
    look: (person) => person.press('e'),
    cause: async (page) => {
      await expect(step(page, 'each')).toContainText('Item 4 failed first');
      await expect(step(page, 'each')).toContainText('Order 3 has no price');
    },
  },
  {
    name: 'a signal that never came',
    text: LOST_SIGNAL,
    ends: /^Failed after/,
    look: (person, page) => person.click(showStep(page)),
    cause: async (page) => {
      await expect(why(page)).toContainText('checks in vain');
      const form = page.getByRole('complementary', { name: 'Inspector' });
      await expect(form.getByRole('textbox', { name: 'Signal', exact: true })).toHaveValue('paid');
    },
  },
  {
    name: 'a slow model',
    text: SLOW_MODEL,
    ends: /^Success in/,
    look: async (person, page) => {
      await person.click(drawer(page).getByRole('button', { name: 'Search' }));
      await person.click(search(page).getByRole('button', { name: 'Slow' }));
      await person.press('F3');
      await person.click(step(page, 'ask6').getByRole('tab', { name: /Calls/ }));
    },
    cause: (page) => expect(step(page, 'ask6')).toContainText('mock-large'),
  },
  {
    name: 'a wrong route',
    text: WRONG_ROUTE,
    ends: /^Success in/,
    look: async (person, page) => {
      await person.click(drawer(page).getByRole('button', { name: /^route, success/ }));
      await person.click(step(page, 'route').getByRole('tab', { name: 'Output' }));
    },
    cause: (page) => expect(step(page, 'route')).toContainText('"refund "'),
  },
  {
    name: 'a call that was repeated',
    text: REPEATED,
    ends: /^Success in/,
    look: async (person, page) => {
      await person.click(drawer(page).getByRole('button', { name: /^fetch, error/ }));
      await person.click(step(page, 'fetch').getByRole('tab', { name: /Calls/ }));
    },
    cause: (page) =>
      expect(
        step(page, 'fetch')
          .getByText(/attempt 4/i)
          .first(),
      ).toBeVisible(),
  },
  {
    name: 'an expression that cannot work',
    text: EXPRESSION,
    ends: /^Failed after/,
    look: (person, page) => person.click(showStep(page)),
    cause: (page) => expect(step(page, 'count')).toContainText('pick'),
  },
  {
    name: 'an MCP server that is down',
    text: MCP_DOWN,
    ends: /^Failed after/,
    look: async () => {},
    cause: (page) => expect(why(page)).toContainText(/add failed.*desk/),
  },
];

/** A person whose actions are counted. */
function createPerson(
  page: Page,
): Person & { readonly count: (name: string, look: () => Promise<void>) => Promise<void> } {
  let actions = 0;
  return {
    press: async (key) => {
      actions += 1;
      await page.keyboard.press(key);
    },
    click: async (target) => {
      actions += 1;
      await target.click();
    },
    count: async (name, look) => {
      actions = 0;
      await look();
      expect(actions).toBeLessThanOrEqual(MOST);
      console.log(`${name}: ${actions} actions`);
    },
  };
}

test('from "it failed" to the cause it is at most four actions', async ({ page }) => {
  test.slow();
  const person = createPerson(page);
  await openApp(page);
  for (const [at, { name, text, ends, look, cause }] of PLANTED.entries()) {
    await test.step(name, async () => {
      await importText(page, `planted-${at}.yaml`, text);
      await showNewRun(page, () => startRun(page));
      await expect(runBadge(page)).toHaveText(ends);
      await person.count(name, async () => {
        await look(person, page);
        await cause(page);
      });
    });
  }
});

test('so it is for a spent budget, and for a failure inside of another run', async ({ page }) => {
  const person = createPerson(page);
  await openApp(page);
  await importText(page, 'budget.yaml', BUDGET);
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await page.getByRole('textbox', { name: 'Budget in tokens' }).fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await person.count('a spent budget', async () => {
    await expect(page.getByRole('region', { name: 'The run is paused' })).toContainText('the budget is spent');
    // Which step took how much.
    await person.click(drawer(page).getByRole('button', { name: /^first, / }));
    await expect(
      step(page, 'first')
        .getByText(/tokens/)
        .first(),
    ).toBeVisible();
  });

  await importText(page, 'child.yaml', CHILD);
  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^Failed after/);
  await importText(page, 'around.yaml', AROUND);
  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^Failed after/);
  await person.count('a failure inside of another run', async () => {
    // The words of the run inside are those of the run around it, and two actions lead to the step inside.
    await expect(why(page)).toContainText('The stock is empty');
    await person.click(drawer(page).getByRole('button', { name: 'call, steps inside' }));
    await person.click(drawer(page).getByRole('button', { name: /^check, error/ }));
    await expect(step(page, 'check')).toContainText('The stock is empty');
  });
});

test('so it is for an item whose run inside failed, where the others went well', async ({ page }) => {
  const person = createPerson(page);
  await openApp(page);
  await importText(page, 'item.yaml', CHILD_OF_ITEM);
  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await importText(page, 'bills.yaml', AROUND_ITEMS);
  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await person.count('a failure inside of the run of an item', async () => {
    await person.press('e');
    await expect(step(page, 'tax')).toContainText('No route of "tax" matches "CH"');
  });
  // The rows of the collection and of its runs say which of them it was.
  await expect(drawer(page).getByRole('button', { name: /^bills, success, 1 failed/ })).toBeVisible();
  await drawer(page).getByRole('button', { name: 'bills, steps inside' }).click();
  await expect(drawer(page).getByRole('button', { name: 'item.yaml, run 2, failed, steps inside' })).toBeVisible();
  await expect(drawer(page).getByRole('button', { name: 'item.yaml, run 3, steps inside' })).toBeVisible();
});
