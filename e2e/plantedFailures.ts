/** Workflows that fail, or go wrong, each for one reason that a person has to find: see `causes.spec.ts`. */

/** Of forty orders in three levels one has no price. */
export const DEEP_ITEM = `tools:
  - id: price
    use: core:javascript
    config: { code: "if (input.order === 31) throw new Error('Order 31 has no price'); return { price: 1 };" }
    schema: { input: { type: object }, output: { type: object } }
tasks:
  - id: each
    type: collection
    config: { items: "{{ range(0, 40) }}", continue_on_error: true }
    tasks:
      - id: both
        type: composite
        tasks:
          - { id: price, type: basic, use: "tool:price", with: { order: "{{ item }}" } }
`;

export const WRONG_INPUT = `tasks:
  - { id: read, type: map, config: { mapping: { amount: twelve } }, on_success: { next: bill, with: { amount: "{{ output.amount }}" } } }
  - { id: bill, type: map, config: { mapping: { total: "{{ input.amount * 2 }}" } } }
`;

export const LOST_SIGNAL = `tasks:
  - { id: hold, type: wait, config: { signal: paid, timeout: 1s, check_interval: 1s } }
`;

export const SLOW_MODEL = `agents:
  - id: quick
    use: core:agent
    config: { provider: mock, model: mock-small, mock: { latency: 10ms } }
    actions: [{ id: say, instructions: Say something., output: { type: object } }]
  - id: slow
    use: core:agent
    config: { provider: mock, model: mock-large, mock: { latency: 2s } }
    actions: [{ id: say, instructions: Say something., output: { type: object } }]
tasks:
${Array.from({ length: 10 }, (_, at) => `  - { id: ask${at}, type: basic, use: "agent:${at === 6 ? 'slow' : 'quick'}", on_success: { next: ask${at + 1} } }\n`).join('')}  - { id: ask10, type: basic }
`;

export const WRONG_ROUTE = `tasks:
  - { id: read, type: map, config: { mapping: { topic: "refund " } }, on_success: { next: route } }
  - id: route
    type: decision
    config: { condition: "{{ tasks.read.output.topic }}", routes: { refund: pay }, default: { next: archive } }
  - { id: pay, type: basic }
  - { id: archive, type: basic }
`;

export const REPEATED = `tasks:
  - { id: fetch, type: basic, use: core:http, with: { url: "http://127.0.0.1:9/orders" }, retry: { attempts: 3, backoff: fixed, interval: 100ms }, on_error: { next: after } }
  - { id: after, type: basic }
`;

export const BUDGET = `agents:
  - id: writer
    use: core:agent
    config: { provider: mock, model: mock-small, mock: { latency: 10ms } }
    actions: [{ id: say, instructions: Say something., output: { type: object } }]
tasks:
  - { id: first, type: basic, use: "agent:writer", on_success: { next: second } }
  - { id: second, type: basic, use: "agent:writer" }
`;

export const EXPRESSION = `tasks:
  - { id: read, type: map, config: { mapping: { rows: 7 } }, on_success: { next: count } }
  - { id: count, type: map, config: { mapping: { n: "{{ pick(tasks.read.output.rows, 'a') }}" } } }
`;

export const MCP_MISSING = `tasks:
  - { id: add, type: basic, use: "mcp:desk/add", with: { a: 1, b: 2 } }
`;

export const CHILD = `tasks:
  - { id: check, type: basic, use: "core:raise", with: { code: EXECUTION_ERROR, message: The stock is empty } }
`;
export const AROUND = `tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: child.yaml } }
`;

/** The second of three runs inside fails, and the collection goes on without it. */
export const CHILD_OF_ITEM = `schema: { input: { type: object, properties: { country: { type: string, default: DE } } } }
tasks:
  - { id: tax, type: decision, config: { condition: "{{ workflow.input.country }}", routes: { DE: rate, AT: rate } } }
  - { id: rate, type: map, config: { mapping: 0.2 } }
`;
export const AROUND_ITEMS = `tasks:
  - id: bills
    type: collection
    config: { items: [DE, CH, AT], continue_on_error: true }
    use: core:workflow
    with: { file: item.yaml, input: { country: "{{ item }}" } }
`;

export const MISSING = `schema: { input: { type: object, properties: { country: { type: string, default: Germany } } } }
tasks:
  - { id: tariff, type: map, config: { mapping: "{{ {DE: 4, AT: 7}[workflow.input.country] }}" }, on_success: { next: offer } }
  - id: offer
    type: map
    schema: { output: { type: object, required: [total], properties: { total: { type: number } } } }
    config: { validate_schema: true, strict_mode: true, mapping: { total: "{{ tasks.tariff.output * 1.2 }}" } }
`;

export const ITEM_CALL = `tools:
  - id: price
    use: core:javascript
    config: { code: "if (input.order === 3) throw new Error('Order 3 has no price'); return { price: 1 };" }
    schema: { input: { type: object }, output: { type: object } }
tasks:
  - id: each
    type: collection
    config: { items: "{{ range(0, 5) }}", continue_on_error: true }
    use: tool:price
    with: { order: "{{ item }}" }
`;
