import type { Locator, Page } from './fixtures.ts';

/** Its second task cannot do with what it is given. */
export const FAILS = `name: Orders
tasks:
  - { id: order, type: map, config: { mapping: { amount: many } }, on_success: { next: charge, with: { amount: "{{ output.amount }}" } } }
  - { id: charge, type: map, config: { mapping: { total: "{{ input.amount * 2 }}" } }, on_success: { next: mail, with: { total: "{{ output.total }}" } } }
  - { id: mail, type: basic }
outputs: { total: "{{ tasks.mail.output.total }}" }
`;

/** What is said of an error that paused the run. */
export function failure(page: Page): Locator {
  return page.getByRole('region', { name: 'The run is paused at an error' });
}
