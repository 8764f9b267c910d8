import { readFileSync } from 'node:fs';
import type { DialogName, DrawerTab, PanelName } from '../app/session/store/ViewState.ts';
import { expectNoBarrier } from './access.ts';
import { card, importText, openApp, runBadge, showNewRun, startRun } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { bar, command, drawer } from './runs.ts';

test.use({ colorScheme: 'light', reducedMotion: 'reduce' });

/** A step fails for one item of three, an agent answers, a script runs, and what is unknown is told. */
const EVERYTHING = `name: Everything
schema: { input: { type: object, properties: { plan: { enum: [free, paid] }, more: {} } } }
agents:
  - id: judge
    use: core:agent
    config: { provider: mock, model: small }
    actions: [{ id: rate, instructions: Rate it., output: {}, messages: [{ role: user, content: Hi }] }]
tools:
  - { id: lookup, use: core:http, schema: { input: { type: object }, output: {} } }
memory: { id: desk, vector: { use: "core:in-memory", dimensions: 64, config: {} } }
tasks:
  - id: each
    type: collection
    config: { items: [1, 0, 2], continue_on_error: true }
    tasks: [{ id: divide, type: map, config: { mapping: { n: "{{ 1 / item }}" } } }]
    on_success: { next: say, with: { all: "{{ output }}" } }
  - id: say
    type: basic
    use: agent:judge
    action: rate
    colour: [red]
    with: { text: "{{ input.all }}" }
    on_success: { next: code }
  - id: code
    type: basic
    use: core:javascript
    with: { code: "return { a: input.n };", input: { n: 1 } }
    on_success: { next: choose }
  - id: choose
    type: decision
    config: { condition: "{{ true }}", routes: { true: last }, default: { next: last } }
  - { id: last, type: map, config: { mapping: { n: 1 } } }
outputs: { n: "{{ tasks.last.output.n }}" }
`;

/** How each panel is named: a new one has to be written here. */
const PANELS = {
  add: 'Add a task',
  outline: 'Outline',
  find: 'Find',
  files: 'Files',
  resources: 'Agents, tools and memory',
  runs: 'Run history',
  inbox: 'Inbox',
  breakpoints: 'Breakpoints',
  tests: 'Tests',
  memory: 'Memory',
  variables: 'Variables',
} as const satisfies Record<PanelName, string>;

/** What a panel is called in itself, where its button says more. */
const TITLES: Partial<Record<PanelName, string>> = { resources: 'Resources', runs: 'Runs' };

const TABS = {
  timeline: 'Timeline',
  events: 'Events',
  output: 'Output',
  text: 'Text',
  problems: 'Problems',
} as const satisfies Record<DrawerTab, string>;

/** How each dialog is opened, or the file whose test looks at it: a new one has to be written here. */
const DIALOGS: Record<DialogName, ((page: Page) => Promise<void>) | `${string}.spec.ts`> = {
  'run-form': (page) => bar(page).getByRole('button', { name: 'Run', exact: true }).click(),
  value: (page) => command(page, 'Read the values of the step'),
  pin: async (page) => {
    await select(page, 'say');
    await command(page, 'Pin the output…');
  },
  breakpoint: async (page) => {
    await select(page, 'say');
    await command(page, 'Set the condition of a breakpoint…');
  },
  'command-palette': (page) => page.keyboard.press('ControlOrMeta+k'),
  shortcuts: (page) => command(page, 'Keyboard shortcuts'),
  templates: (page) => command(page, 'Start from a sample…'),
  paste: (page) => command(page, 'New workflow from the clipboard'),
  extract: async (page) => {
    await openPanel(page, 'resources');
    await page
      .getByRole('button', { name: /^judge/ })
      .first()
      .click();
    await command(page, 'Extract to a file…');
  },
  prices: (page) => command(page, 'Model prices…'),
  history: (page) => command(page, 'All runs as a table'),
  report: (page) => command(page, 'Save the run as a report…'),
  items: 'items.spec.ts',
  compare: 'compareRuns.spec.ts',
  backtest: 'backtest.spec.ts',
  answer: 'approvals.spec.ts',
  trust: 'openToAll.spec.ts',
  conflict: 'folder.spec.ts',
};

/** Other screens, and the file whose test opens them in passing: they cost more to open than to look at. */
const ELSEWHERE = {
  'a dataset and its grid': 'datasets.spec.ts',
  'a drill and its grid': 'drill.spec.ts',
  'tests that failed, coverage, mutations and an update of what is expected': 'testsPanel.spec.ts',
  'an agent as a conversation': 'conversation.spec.ts',
  'a request that is sent again': 'sendAgain.spec.ts',
  'a value in full': 'reading.spec.ts',
  'a run that is searched': 'searchRun.spec.ts',
  'a paused run and its scope': 'scope.spec.ts',
  'a breakpoint that is hit': 'debugger.spec.ts',
  'a wait on its card': 'approvals.spec.ts',
  'notes and frames': 'notes.spec.ts',
  'a task that is disabled': 'disabled.spec.ts',
  'a workflow inside of another': 'inside.spec.ts',
  'runs on a server': 'console.spec.ts',
  'a window at 200 %': 'small.spec.ts',
  'find and replace in all files': 'find.spec.ts',
  'the outline of a run': 'outline.spec.ts',
  'form builders and key-value lists': 'forms.spec.ts',
  'suggestions, larger editors, split and code': 'openToAll.spec.ts',
  'questions of trust and of secrets': 'openToAll.spec.ts',
  'a memory, a thread and an MCP server': 'openToAll.spec.ts',
  'a phone': 'openToAll.spec.ts',
} as const;

async function openPanel(page: Page, panel: PanelName): Promise<void> {
  const button = page
    .getByRole('navigation', { name: 'Panels' })
    .getByRole('button', { name: PANELS[panel], exact: true });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
}

/** Selects a task in the outline, whatever lies over its card, and brings that into view. */
async function select(page: Page, id: string): Promise<void> {
  await openPanel(page, 'outline');
  await page
    .getByRole('tree', { name: 'Tasks' })
    .getByRole('treeitem', { name: new RegExp(`^${id}, `) })
    .click();
  await expect(card(page, id)).toHaveClass(/selected/);
}

async function openEverything(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'everything.yaml', EVERYTHING);
  await expect(card(page, 'say')).toBeVisible();
}

async function finishRun(page: Page): Promise<void> {
  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^(Success in|Failed after)/);
}

/** Looks at one screen, or at what is new on it: what is found names it. */
async function look(page: Page, screen: string, part?: Locator): Promise<void> {
  await test.step(screen, () => expectNoBarrier(page, part));
}

test('what other tests look at is looked at there', () => {
  const files = [...Object.values(ELSEWHERE), ...Object.values(DIALOGS).filter((it) => typeof it === 'string')];
  const blind = files.filter((file) => !readFileSync(`e2e/${file}`, 'utf8').includes('await expectNoBarrier(page'));
  expect(blind).toEqual([]);
});

test('modes, panels, menus and every form of the inspector', async ({ page }) => {
  test.slow();
  await openApp(page);
  await look(page, 'design');
  await page.getByRole('button', { name: 'Settings', exact: true }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await look(page, 'hint of a button', page.getByRole('banner'));
  for (const name of ['support-triage.yaml', 'Export', 'Settings', 'More ways to start']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await look(page, `menu ${name}`, page.getByRole('menu'));
    await page.keyboard.press('Escape');
  }
  await importText(page, 'everything.yaml', EVERYTHING);
  await finishRun(page);
  await select(page, 'last');
  await page.keyboard.press('F9');
  for (const panel of Object.keys(PANELS) as PanelName[]) {
    await openPanel(page, panel);
    await look(page, `panel ${panel}`, page.getByRole('region', { name: TITLES[panel] ?? PANELS[panel], exact: true }));
  }
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  for (const id of ['each', 'say', 'code', 'choose']) {
    await select(page, id);
    for (const tab of id === 'say' ? ['Task', 'Handlers', 'Retry', 'Last run', 'YAML'] : ['Task']) {
      await inspector.getByRole('tab', { name: tab, exact: true }).click();
      await look(page, `form of ${id}, ${tab}`, inspector);
    }
  }
  await select(page, 'say');
  await card(page, 'say').click({ button: 'right', position: { x: 60, y: 20 } });
  await expect(page.getByRole('menu')).toBeVisible();
  await look(page, 'menu of a card', page.getByRole('menu'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show the workflow’s settings' }).click();
  await expect(inspector.getByRole('button', { name: 'Add a property' })).toBeVisible();
  await look(page, 'form of the workflow', inspector);
  await openPanel(page, 'resources');
  for (const name of ['judge', 'lookup', 'desk']) {
    await page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await look(page, `form of ${name}`, inspector);
  }
  await importText(page, 'broken.yaml', 'tasks:\n  - { id: a, type: basic }\n  - "open\n');
  await expect(page.getByText(/^The YAML cannot be read/).first()).toBeVisible();
  await look(page, 'broken');
  await importText(page, 'blank.yaml', '');
  await look(page, 'empty');
});

test('every dialog, and every tab of a run and of a step', async ({ page }) => {
  test.slow();
  await openEverything(page);
  await finishRun(page);
  for (const tab of Object.values(TABS)) {
    await page.getByRole('tablist', { name: 'Run' }).getByRole('tab', { name: tab }).click();
    await look(page, `run, ${tab}`, tab === TABS.timeline ? undefined : drawer(page));
  }
  await page.getByRole('tablist', { name: 'Run' }).getByRole('tab', { name: TABS.timeline }).click();
  await drawer(page).getByRole('button', { name: 'To the start' }).click();
  await expect(drawer(page).getByRole('button', { name: 'Show the end' })).toBeVisible();
  await look(page, 'run, an instant');
  await drawer(page).getByRole('tab', { name: TABS.events }).click();
  await look(page, 'events, an instant', drawer(page));
  await page.getByRole('tablist', { name: 'Run' }).getByRole('tab', { name: TABS.timeline }).click();
  await drawer(page).getByRole('button', { name: 'Show the end' }).click();
  await drawer(page)
    .getByRole('button', { name: /^say, / })
    .first()
    .click();
  const step = page.getByRole('region', { name: 'Step say' });
  await expect(step).toBeVisible();
  for (const tab of await step.getByRole('tab').all()) {
    await tab.click();
    await look(page, `step, ${await tab.textContent()}`, step);
  }
  for (const [name, open] of Object.entries(DIALOGS)) {
    if (typeof open === 'string') continue;
    await test.step(name, async () => {
      await open(page);
      await expect(page.getByRole('dialog').first()).toBeVisible();
      await expectNoBarrier(page, page.getByRole('dialog').first());
      await page.keyboard.press('Escape');
      if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
});
