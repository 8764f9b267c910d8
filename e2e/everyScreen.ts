import type { DialogName, PanelName } from '../app/session/store/ViewState.ts';
import { card, importText, openApp, openByMenu, runBadge, showNewRun, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { bar, command } from './runs.ts';

/** A step fails for one item of three, an agent answers, a script runs, and what is unknown is told. */
export const EVERYTHING = `name: Everything
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

/** The panels that have a button; those of proposals and of models have ways of their own (`proposals.spec.ts`). */
type ButtonPanel = Exclude<PanelName, 'proposals' | 'assistant'>;

/** How each panel is named: a new one has to be written here. */
const NAMES = {
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
  versions: 'Versions',
} as const satisfies Record<ButtonPanel, string>;

/** What a panel is called in itself, where its button says more. */
const TITLES: Partial<Record<ButtonPanel, string>> = { runs: 'Runs' };

export const PANELS = Object.keys(NAMES) as ButtonPanel[];

/** A panel that is shown. */
export function panelOf(page: Page, panel: ButtonPanel): Locator {
  return page.getByRole('region', { name: TITLES[panel] ?? NAMES[panel], exact: true });
}

/** Shows a panel at the side, unless it is shown already. */
export async function openPanel(page: Page, panel: ButtonPanel): Promise<void> {
  const panels = page.getByRole('navigation', { name: 'Panels' });
  const button = panels.getByRole('button', { name: NAMES[panel], exact: true });
  if ((await button.count()) === 0) await openByMenu(page, NAMES[panel]);
  else if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
}

/** Selects a task in the outline, whatever lies over its card, and brings that into view. */
export async function select(page: Page, id: string): Promise<void> {
  await openPanel(page, 'outline');
  await page
    .getByRole('tree', { name: 'Tasks' })
    .getByRole('treeitem', { name: new RegExp(`^${id}, `) })
    .click();
  await expect(card(page, id)).toHaveClass(/selected/);
}

/** Opens the app on the workflow in which something of everything is. */
export async function openEverything(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'everything.yaml', EVERYTHING);
  await expect(card(page, 'say')).toBeVisible();
}

/** Runs the open file to its end. */
export async function finishRun(page: Page): Promise<void> {
  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^(Success in|Failed after)/);
}

/** How each dialog is opened, or the file whose test looks at it: a new one has to be written here. */
export const DIALOGS: Record<DialogName, ((page: Page) => Promise<void>) | `${string}.spec.ts`> = {
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
  templates: (page) => command(page, 'Start from a template…'),
  paste: async (page) => {
    // A browser that lets the page read the clipboard asks nothing.
    await page.evaluate(() => {
      const denied = Promise.reject(new DOMException('Denied', 'NotAllowedError'));
      denied.catch(() => undefined);
      Object.defineProperty(Clipboard.prototype, 'readText', { value: () => denied });
    });
    await command(page, 'New workflow from the clipboard');
  },
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
  servers: (page) => command(page, 'Server: schedules, limits, audit log'),
  report: (page) => command(page, 'Save the run as a report…'),
  items: 'items.spec.ts',
  compare: 'compareRuns.spec.ts',
  backtest: 'backtest.spec.ts',
  answer: 'approvals.spec.ts',
  trust: 'openToAll.spec.ts',
  conflict: 'folder.spec.ts',
};

/** Other screens, and the feature whose tests open them in passing: they cost more to open than to look at. */
export const ELSEWHERE = {
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
