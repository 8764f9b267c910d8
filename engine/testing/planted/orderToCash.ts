import { plantIn } from './Planted.ts';

/** An order is priced, charged once, and written into the books; what cannot be charged is released and told. */
const text = `schema:
  input:
    type: object
    required: [order]
    properties:
      order:
        type: object
        required: [id, email, lines]
        properties:
          id: { type: string }
          email: { type: string }
          country: { enum: [DE, FR, CH] }
          lines: { type: array, items: { type: object, required: [sku, quantity, cents], properties: { sku: { type: string }, quantity: { type: integer }, cents: { type: integer } } } }
tools:
  - id: payments
    use: core:http
    config: { base_url: "https://pay.example.com", headers: { Authorization: "Bearer {{ env.PAY_TOKEN }}" } }
    schema:
      input: {}
      output:
        type: object
        properties:
          status: { type: number }
          body: { type: object, properties: { charge_id: { type: string }, state: { enum: [paid, declined, pending] } } }
tasks:
  - id: price
    type: map
    config:
      mapping:
        net: "{{ workflow.input.order.lines | map(l => l.quantity * l.cents) | sum() }}"
        rate: "{{ workflow.input.order.country == 'CH' ? 8 : 19 }}"
    on_success: { next: total }
  - id: total
    type: map
    config: { mapping: { cents: "{{ round(tasks.price.output.net * (100 + tasks.price.output.rate) / 100) }}" } }
    on_success: { next: charge }
  - id: charge
    type: basic
    use: tool:payments
    with:
      url: /charges
      method: POST
      json: { order: "{{ workflow.input.order.id }}", amount: "{{ tasks.total.output.cents }}", currency: EUR }
    config: { timeout: 20s }
    retry: { attempts: 2, backoff: exponential, interval: 2s }
    on_success: { next: paid }
    on_error: { next: release }
  - id: paid
    type: decision
    config:
      condition: "{{ tasks.charge.output.body.state }}"
      routes: { paid: book, declined: release }
      default: { next: release }
  - id: book
    type: basic
    use: core:http
    with:
      url: "https://books.example.com/entries/{{ tasks.charge.output.body.charge_id }}"
      method: PUT
      json: { order: "{{ workflow.input.order.id }}", cents: "{{ tasks.total.output.cents }}" }
    config: { timeout: 10s }
    on_success: { next: receipt }
    on_error: { next: alarm }
  - id: receipt
    type: basic
    use: core:http
    with:
      url: https://mail.example.com/send
      method: POST
      json: { to: "{{ workflow.input.order.email }}", text: "We took {{ tasks.total.output.cents / 100 }} EUR for {{ workflow.input.order.id }}." }
    config: { timeout: 10s }
    on_error: { next: alarm }
  - id: release
    type: basic
    use: core:http
    with: { url: "https://stock.example.com/holds/{{ workflow.input.order.id }}", method: DELETE }
    config: { timeout: 10s }
    on_success: { next: sorry }
    on_error: { next: alarm }
  - id: sorry
    type: basic
    use: core:raise
    with: { code: NOT_PAID, message: "Order {{ workflow.input.order.id }} was not paid." }
  - id: alarm
    type: basic
    use: core:raise
    with: { code: NEEDS_A_PERSON, message: "Order {{ workflow.input.order.id }} is half done: {{ error.message }}" }
outputs: { charge: "{{ tasks.charge.output.body.charge_id }}", cents: "{{ tasks.total.output.cents }}" }
`;

const tests = `defaults:
  env: { PAY_TOKEN: secret }
  input: { order: { id: o7, email: ada@example.com, country: DE, lines: [{ sku: a, quantity: 2, cents: 250 }, { sku: b, quantity: 1, cents: 999 }] } }
  answers: { book: { output: { status: 200 } }, receipt: { output: { status: 202 } }, release: { output: { status: 204 } } }
tests:
  - { name: pays, answers: { charge: [{ error: { code: COMMUNICATION_ERROR } }, { output: { status: 200, body: { charge_id: ch1, state: paid } } }] } }
  - { name: is declined, answers: { charge: { output: { status: 200, body: { charge_id: ch2, state: declined } } } } }
  - { name: cannot be charged, answers: { charge: { error: { code: TIMEOUT_ERROR } } } }
`;

const bug = plantIn({ name: 'order to cash', text, tests });

export const ORDER_TO_CASH = [
  bug('a sum that leaves the quantity out', 'l.quantity * l.cents', 'l.cents', null),
  bug('a field of a row under another name', 'l.quantity * l.cents', 'l.qty * l.cents', 'LIKELY_MISSPELT'),
  bug(
    'the net amount is charged',
    'amount: "{{ tasks.total.output.cents }}"',
    'amount: "{{ tasks.price.output.net }}"',
    null,
  ),
  bug('a state that the payment never has', 'paid: book, declined', 'succeeded: book, declined', 'NEVER_EQUAL'),
  bug('the default books what is not paid', 'default: { next: release }', 'default: { next: book }', null),
  bug(
    'what failed is booked',
    'on_success: { next: paid }\n    on_error: { next: release }',
    'on_complete: { next: book }',
    'UNREACHABLE_TASK',
  ),
  bug(
    'a charge in a tool of its own, without its token',
    'use: tool:payments',
    'use: core:http',
    'DEFINITION_PASSED_OVER',
  ),
  bug(
    'a receipt to nobody',
    'to: "{{ workflow.input.order.email }}"',
    'to: "{{ workflow.input.email }}"',
    'LIKELY_MISSPELT',
  ),
  bug('a timeout without a unit', 'timeout: 20s', 'timeout: 20', 'INVALID_DURATION'),
  bug('no retry of a payment', 'retry: { attempts: 2,', 'retry: { attempts: 0,', 'RETRY_WITHOUT_EFFECT'),
];
