import { importText, openApp, showNewRun, startRun } from './app.ts';
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
export interface Planted {
  readonly name: string;
  readonly text: string;
  /** What the run comes to. */
  readonly ends: RegExp;
  readonly look: (person: Person, page: Page) => Promise<void>;
  readonly cause: (page: Page) => Promise<void>;
}

export const step = (page: Page, id: string): Locator => page.getByRole('region', { name: `Step ${id}` });
export const why = (page: Page): Locator => drawer(page).getByRole('region', { name: 'Why the run failed' });
export const showStep = (page: Page): Locator => why(page).getByRole('button', { name: 'Show the step' });

/** A person whose actions are counted. */
export function createPerson(
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

/** Runs each workflow in one page, and finds what went wrong in few actions. */
export async function findCauses(page: Page, planted: readonly Planted[]): Promise<void> {
  const person = createPerson(page);
  await openApp(page);
  for (const [at, { name, text, ends, look, cause }] of planted.entries()) {
    await test.step(name, async () => {
      await importText(page, `planted-${at}.yaml`, text);
      await showNewRun(page, () => startRun(page));
      await expect(drawer(page).getByTitle('State of the run').filter({ hasText: ends })).toBeVisible();
      await person.count(name, async () => {
        await look(person, page);
        await cause(page);
      });
    });
  }
}
