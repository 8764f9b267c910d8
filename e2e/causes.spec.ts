import { findCauses, type Planted, showStep, step } from './causes.ts';
import { expect, test } from './fixtures.ts';
import { DEEP_ITEM, WRONG_INPUT } from './plantedFailures.ts';

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
];

test('from "it failed" to the cause takes at most four actions', async ({ page }) => {
  await findCauses(page, PLANTED);
});
