import { importText, openApp } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { command } from './runs.ts';

const FLOW = `tasks:
  - { id: sort, type: basic, use: core:http, with: { url: 'https://example.com/{{ workflow.input.text }}' }, on_success: { next: rate } }
  - { id: rate, type: basic, with: { topic: '{{ tasks.sort.output.body }}', bonus: 1 } }
outputs: { topic: '{{ tasks.rate.output.topic }}', bonus: '{{ tasks.rate.output.bonus }}' }
`;

export const TESTS = `workflow: mails.yaml
tests:
  - name: mails
    each: ./mails.cases.yaml
    input: { text: '{{ row.text }}' }
    answers: { sort: { output: { status: 200, body: '{{ row.answer }}' } } }
    variants:
      usual: {}
      generous: { tasks/rate/with/bonus: 3 }
    score:
      right: '{{ output.topic == row.topic }}'
      bonus: '{{ output.bonus }}'
    expect: { output: { topic: "{{ value != 'wrong' }}" } }
`;

const ROWS = `rows:
  - { id: money, text: I want my money, topic: refund, answer: refund }
  - { id: parcel, text: Where is it?, topic: delivery, answer: refund }
  - { id: hello, text: Hello, topic: other, answer: wrong }
`;

/** Opens the app on a workflow with a dataset, and the panel of tests. */
export async function openDatasets(page: Page, tests = TESTS): Promise<Locator> {
  await openApp(page);
  await importText(page, 'mails.yaml', FLOW);
  await importText(page, 'mails.cases.yaml', ROWS);
  await importText(page, 'mails.test.yaml', tests);
  await command(page, 'Tests');
  const list = page.getByRole('list', { name: 'Datasets of mails.test.yaml' });
  await expect(list.getByText('Dataset, not run yet')).toBeVisible();
  return list;
}
