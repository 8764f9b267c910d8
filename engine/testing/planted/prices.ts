import { plantIn } from './Planted.ts';

/** Rows are put into a shop, each tried again; what fails is counted. */
const text = `schema:
  input: { type: object, required: [rows], properties: { rows: { type: array, items: { type: object, properties: { sku: { type: string }, price: { type: number } } } } } }
tasks:
  - id: each
    type: collection
    config: { items: "{{ workflow.input.rows }}", batch_size: 10, continue_on_error: true }
    tasks:
      - id: box
        type: composite
        config: { timeout: 1m }
        tasks:
          - id: put
            type: basic
            use: core:http
            with:
              url: "https://shop.example.com/items/{{ item.sku }}"
              method: PUT
              headers: { Authorization: "Bearer {{ env.SHOP_TOKEN }}" }
              json: { cents: "{{ item.price * 100 }}" }
            config: { timeout: 10s }
            retry: { attempts: 2, backoff: fixed, interval: 5s }
    on_success: { next: tell }
  - id: tell
    type: basic
    use: core:log
    with: { level: info, message: "{{ len(tasks.each.output) }} rows" }
outputs: { failed: "{{ tasks.each.failed_count }}" }
`;

const tests = `tests:
  - name: two rows
    input: { rows: [{ sku: a, price: 2 }, { sku: b, price: 3 }] }
    answers: { put: [{ error: { code: TIMEOUT_ERROR } }, { output: { status: 200 } }] }
  - { name: fails, input: { rows: [{ sku: a, price: 1 }] }, answers: { put: { error: { code: HTTP_ERROR } } } }
`;

const bug = plantIn({ name: 'an import of rows', text, tests });

export const PRICES = [
  bug('a timeout shorter than a retry', 'timeout: 1m', 'timeout: 4s', 'RETRY_WITHOUT_EFFECT'),
  bug('a price as it is, where cents are meant', 'item.price * 100', 'item.price', null),
  bug('a field of a row that it does not have', 'item.sku }}', 'item.id }}', 'LIKELY_MISSPELT'),
  bug('a secret in a log', '"{{ len(tasks.each.output) }} rows"', '"{{ env.SHOP_TOKEN }}"', null),
  bug(
    'a secret in the text',
    'Bearer {{ env.SHOP_TOKEN }}',
    'Bearer ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'SECRET_IN_CLEAR',
  ),
  bug(
    'the size of a list as JavaScript has it',
    'len(tasks.each.output)',
    'tasks.each.output.length',
    'UNKNOWN_MEMBER',
  ),
];
