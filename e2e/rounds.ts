import { importText, runBadge, showNewRun, startRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { drawer } from './runs.ts';

/** A loop of so many rounds, of which two fail and are handled. */
interface Loop {
  readonly count: number;
  readonly failing: readonly [number, number];
}

const toText = ({ count, failing: [first, second] }: Loop): string => `name: Polls
tasks:
  - id: count
    type: basic
    with: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}" }
    on_success: { next: poll }
  - id: poll
    name: Ask the shop for its new orders
    type: map
    with: { n: "{{ tasks.count.output.n == ${first} || tasks.count.output.n == ${second} ? 'many' : tasks.count.output.n }}", mark: "round-{{ tasks.count.output.n }}" }
    config: { mapping: { twice: "{{ input.n * 2 }}" } }
    on_success: { next: again }
    on_error: { next: again }
  - id: again
    type: decision
    config: { condition: "{{ tasks.count.output.n < ${count} }}", routes: { true: count }, default: { next: end } }
`;

/** The task whose rounds fail. */
export const POLL = 'Ask the shop for its new orders';

/** What unfolds the rounds of a task. */
export function unfold(page: Page, name: string): Locator {
  return drawer(page).getByRole('button', { name: `${name}, rounds`, exact: true });
}

/** The rounds of a task as one row. */
export function rounds(page: Page, name: string, count = 300): Locator {
  return drawer(page).getByRole('button', { name: new RegExp(`^${name}, ran ${count} times`) });
}

/** One of the rounds of that task. */
export function round(page: Page, number: number): Locator {
  return drawer(page).getByRole('button', { name: new RegExp(`^Ask the shop.*, round ${number}(,|$)`) });
}

/** Runs a loop in a file of that name, and shows its timeline. */
export async function runLoop(page: Page, name: string, loop: Loop): Promise<void> {
  await importText(page, name, toText(loop));
  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await drawer(page).getByRole('tab', { name: 'Timeline' }).click();
}
