import { importText, openApp, openOptions, openRunForm, runBadge, showNewRun, startRun } from './app.ts';
import { createPerson, findCauses, type Planted, showStep, step, why } from './causes.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import {
  AROUND,
  AROUND_ITEMS,
  BUDGET,
  CHILD,
  CHILD_OF_ITEM,
  EXPRESSION,
  ITEM_CALL,
  LOST_SIGNAL,
  MCP_MISSING,
  MISSING,
  REPEATED,
  SLOW_MODEL,
  WRONG_ROUTE,
} from './plantedFailures.ts';
import { drawer } from './runs.ts';

const search = (page: Page): Locator => drawer(page).getByRole('search');

const PLANTED: readonly Planted[] = [
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
      await person.click(drawer(page).getByRole('button', { name: /^fetch, handled error/ }));
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
    name: 'an MCP server that is not set up',
    text: MCP_MISSING,
    ends: /^Paused/,
    look: async () => {},
    cause: (page) =>
      expect(page.getByRole('region', { name: 'The run is paused' })).toContainText(
        'There is no MCP server “desk” here',
      ),
  },
];

test('from "it failed" to the cause takes at most four actions, whatever went wrong', async ({ page }) => {
  test.slow();
  await findCauses(page, PLANTED);
});

test('so it is for a spent budget, and for a failure inside of another run', async ({ page }) => {
  const person = createPerson(page);
  await openApp(page);
  await importText(page, 'budget.yaml', BUDGET);
  await openRunForm(page);
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await openOptions(page);
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
