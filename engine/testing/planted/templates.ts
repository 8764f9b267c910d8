import { readFileSync } from 'node:fs';
import { type Planted, plantIn } from './Planted.ts';

/** Bugs in workflows of the gallery, planted after the checks were written. */
export const IN_TEMPLATES: readonly Planted[] = [
  ...plantAll('take-payment', [
    [
      'the amount as a text',
      'amount: "{{ workflow.input.amount }}", metadata',
      'amount: "{{ workflow.input.amount }} EUR", metadata',
      null,
    ],
    ['another id of the answer', 'tasks.open.output.body.id', 'tasks.open.output.id', 'UNKNOWN_MEMBER'],
    ['more is wanted than was asked for', '>= workflow.input.amount', '> workflow.input.amount', null],
    ['a day that is an hour', 'timeout: 1d', 'timeout: 1h', null],
    ['another signal', 'signal: paid', 'signal: payed', null],
    ['a method that is not sent', 'method: DELETE', 'methods: DELETE', 'LIKELY_MISSPELT'],
    ['shipped whatever happens', 'on_timeout: { next: close }', 'on_timeout: { next: ship }', 'UNREACHABLE_TASK'],
    ['the token under another name', 'Bearer {{ env.PAY_TOKEN }}', 'Bearer {{ env.PAYTOKEN }}', null],
    ['a base that is not the one', 'base_url: "{{ env.PAY_URL }}/"', 'base_url: "{{ env.PAY_URL }}/v2/"', null],
  ]),
  ...plantAll('supervisor', [
    ['findings of the parts, not of the work', 'tasks.work.output | filter', 'tasks.split.output.parts | filter', null],
    ['an action that is not there', 'action: join', 'action: joins', 'UNKNOWN_ACTION'],
    ['the wrong action', 'action: split\n    with', 'action: join\n    with', 'LIKELY_MISSPELT'],
    ['another key of the item', 'part: "{{ item }}"', 'part: "{{ item.text }}"', 'UNKNOWN_MEMBER'],
    ['the prompt reads another key', '{{ input.part }}', '{{ input.question }}', 'UNKNOWN_MEMBER'],
    ['one failure ends all', 'continue_on_error: true', 'continue_on_error: false', null],
    [
      'parts of another task',
      'items: "{{ tasks.split.output.parts }}"',
      'items: "{{ tasks.split.output.part }}"',
      'LIKELY_MISSPELT',
    ],
  ]),
  ...plantAll('trip-saga', [
    [
      'the hotel stays booked',
      'on_error: { next: cancel_hotel }',
      'on_error: { next: cancel_flight }',
      'UNREACHABLE_TASK',
    ],
    [
      'the id of the flight for the hotel',
      'hotels/{{ tasks.book_hotel.output.body.id }}',
      'hotels/{{ tasks.book_flight.output.body.id }}',
      null,
    ],
    ['cancelled by a POST', 'hotel.output.body.id }}", method: DELETE', 'hotel.output.body.id }}", method: POST', null],
    ['the flight stays booked', '    on_success: { next: cancel_flight }\n', '', null],
    ['booked when the flight is', "tasks.book_car.status == 'success'", "tasks.book_flight.status == 'success'", null],
    ['the wrong status', "tasks.book_car.status == 'success'", "tasks.book_car.status == 'succeeded'", 'NEVER_EQUAL'],
    [
      'the city alone',
      'url: cars, method: POST, json: "{{ workflow.input }}"',
      'url: cars, method: POST, json: "{{ workflow.input.city }}"',
      null,
    ],
  ]),
  ...plantAll('import-csv', [
    ['what is bad is loaded', 'tasks.check.output[i].valid)', '!tasks.check.output[i].valid)', null],
    ['the price as a text', '{{ toNumber(item.price) }}', '{{ item.price }}', null],
    ['a field of another case', 'item.sku', 'item.SKU', null],
    ['JSON for a text', 'response_type: text', 'response_type: json', null],
    ['rows of the output itself', 'items: "{{ tasks.parse.output.rows }}"', 'items: "{{ tasks.parse.output }}"', null],
    ['a file of the good', 'toJson(tasks.sort.output.bad)', 'toJson(tasks.sort.output.good)', null],
    ['all that was read is called loaded', 'len(tasks.sort.output.good)', 'len(tasks.parse.output.rows)', null],
    ['bad ones are not kept', 'next: [load, save_bad]', 'next: [load]', 'UNREACHABLE_TASK'],
  ]),
  ...plantAll('read-all-pages', [
    [
      'pages of the last alone',
      '[tasks.gather.output.items ?? [], tasks.fetch.output.body.items]',
      '[tasks.fetch.output.body.items]',
      null,
    ],
    [
      'the cursor that is not moved',
      'cursor: "{{ tasks.gather.output.next ?? null }}"',
      'cursor: "{{ tasks.gather.output.cursor ?? null }}"',
      'UNKNOWN_MEMBER',
    ],
    ['one page only', 'routes: { true: fetch }', 'routes: { false: fetch }', null],
    ['a page too many', 'pages < workflow', 'pages <= workflow', null],
    [
      'it is always complete',
      'complete: "{{ tasks.gather.output.next == null }}"',
      'complete: "{{ tasks.gather.output.next != undefined }}"',
      'UNKNOWN_ROOT',
    ],
    [
      'the count of pages',
      'count: "{{ len(tasks.gather.output.items) }}"',
      'count: "{{ tasks.gather.output.pages }}"',
      null,
    ],
    ['ten at a time', 'limit: 100', 'limit: 10', null],
    [
      'length as JavaScript has it',
      'len(tasks.gather.output.items)',
      'tasks.gather.output.items.length',
      'UNKNOWN_MEMBER',
    ],
  ]),
  ...plantAll('ship-with-approval', [
    ['deployed without approval', 'default: { next: end }', 'default: { next: deploy }', null],
    [
      'approved as a text',
      'payload.approved }}", routes: { true: deploy }',
      'payload.approved }}", routes: { yes: deploy }',
      'NEVER_EQUAL',
    ],
    ['the payload left out', 'signal.payload.approved', 'signal.approved', 'UNKNOWN_MEMBER'],
    ['a build that is any', "output.body.status == 'passed'", 'output.status == 200', null],
    ['a name that the build never has', "== 'passed'", "== 'success'", null],
    ['a site that is down stays', '    on_error: { next: roll_back }\n  - { id', '  - { id', null],
    [
      'the branch in place of the version',
      'url: deployments, method: POST, json: { ref: "{{ workflow.input.version }}" }',
      'url: deployments, method: POST, json: { ref: main }',
      null,
    ],
    [
      'looks less often than it waits',
      'check_interval: 10s, timeout: 2m',
      'check_interval: 10m, timeout: 2m',
      'CHECKED_ONCE',
    ],
  ]),
  ...plantAll('ticket-triage', [
    ['urgent is not paged', "output.urgent ? 'urgent' : tasks", "output.urgent ? 'Urgent' : tasks", 'NEVER_EQUAL'],
    ['a topic that is not one', 'technical: { next', 'tech: { next', 'NEVER_EQUAL'],
    ['the team is lost', 'team: "{{ input.team }}"', 'team: "{{ workflow.input.team }}"', 'LIKELY_MISSPELT'],
    [
      'no ticket after a page',
      'on_success: { next: file_ticket, with: { team: on-call } }\n',
      'on_success: { next: end }\n',
      null,
    ],
    ['the summary of another name', 'tasks.sort.output.summary', 'tasks.sort.output.title', 'LIKELY_MISSPELT'],
    ['billing to support', 'with: { team: billing }', 'with: { team: support }', null],
    [
      'the whole run fails with the model',
      '\n    on_error: { next: file_ticket, with: { team: front-desk } }',
      '',
      null,
    ],
  ]),
];

type Bug = readonly [bug: string, right: string, wrong: string, found: string | null];

function plantAll(name: string, bugs: readonly Bug[]): readonly Planted[] {
  const read = (ending: string): string => readFileSync(`public/templates/${name}${ending}`, 'utf8');
  const plantBug = plantIn({ name, text: read('.yaml'), tests: read('.test.yaml') });
  return bugs.map((bug) => plantBug(...bug));
}
