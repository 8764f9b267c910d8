/** Where the amount of a workflow comes from, and how the others read it. */
export interface Flow {
  readonly name: string;
  readonly head: string;
  readonly figures: string;
  readonly source: string;
  readonly amount: string;
  readonly answers: string;
}

const FIGURE = `id: figure
    type: map
    config: { mapping: { amount: "{{ SRC }}" } }`;

const inside = (text: string): string => text.replaceAll('\n', '\n    ');

/** Workflows whose amount comes from elsewhere in each: from the input, a container, a model. */
export const FLOWS: readonly Flow[] = [
  {
    name: 'one step after the other',
    head: '',
    figures: `  - ${FIGURE}\n    on_success: { next: total }`,
    source: 'workflow.input.amount',
    amount: 'tasks.figure.output.amount',
    answers: '',
  },
  {
    name: 'steps in a composite',
    head: '',
    figures: `  - id: prepare
    type: composite
    tasks:
      - id: net
        type: map
        config: { mapping: { cents: "{{ workflow.input.amount * 100 }}" } }
      - ${inside(FIGURE)}
    on_success: { next: total }`,
    source: 'tasks.net.output.cents / 100',
    amount: 'tasks.figure.output.amount',
    answers: '',
  },
  {
    name: 'steps for each row',
    head: '',
    figures: `  - id: each
    type: collection
    config: { items: "{{ workflow.input.parts }}", mode: sequential }
    tasks:
      - ${inside(FIGURE)}
    on_success: { next: total }`,
    source: 'item.amount',
    amount: 'tasks.each.output[0].amount',
    answers: '',
  },
  {
    name: 'steps at one time',
    head: '',
    figures: `  - id: both
    type: parallel
    tasks:
      - id: weather
        type: basic
        use: core:http
        with: { url: https://weather.example.com }
      - ${inside(FIGURE)}
    on_success: { next: total }`,
    source: 'workflow.input.amount',
    amount: 'tasks.figure.output.amount',
    answers: 'weather: { output: { status: 200, body: { sky: clear } } }, ',
  },
  {
    name: 'what a model reads',
    head: `agents:
  - id: reader
    use: core:agent
    config: { provider: openai, model: gpt-4.1-mini, api_key: "{{ env.OPENAI_API_KEY }}" }
    actions:
      - id: read
        instructions: "Read the amount of {{ input.code }}."
        output: { type: object, required: [amount], properties: { amount: { type: number } } }
`,
    figures: `  - id: read
    type: basic
    use: agent:reader
    action: read
    with: { code: "{{ workflow.input.code }}" }
    on_success: { next: figure }
  - ${FIGURE}
    on_success: { next: total }`,
    source: 'tasks.read.output.amount',
    amount: 'tasks.figure.output.amount',
    answers: 'read: { output: { amount: 110 } }, ',
  },
];

/** The workflow, with `SRC` and `A` where its amount comes from and is read. */
export const flowText = ({ head, figures }: Flow): string => `schema:
  input:
    type: object
    properties:
      amount: { type: number }
      parts: { type: array }
      code: { type: string }
      rows: { type: array }
      rate: { type: number, default: 10 }
${head}tasks:
  - id: pick
    type: map
    config: { mapping: { rows: "{{ workflow.input.rows }}", rate: "{{ workflow.input.rate }}" } }
    on_success: { next: ${/id: (\w+)/.exec(figures)?.[1]} }
${figures}
  - id: total
    type: map
    config:
      mapping:
        sum: "{{ A * 2 }}"
        fee: "{{ tasks.pick.output.rate }}"
        kept: "{{ slice(tasks.pick.output.rows, 0, 3) }}"
        size: "{{ A > 100 ? 'big' : 'small' }}"
        code: "{{ workflow.input.code }}"
    on_success: { next: stock }
  - id: stock
    type: basic
    use: core:http
    with: { url: "https://stock.example.com/{{ workflow.input.code }}" }
    retry: { attempts: 2, backoff: fixed, interval: 3s }
    on_success: { next: size }
    on_error: { next: failed } # stock
  - id: size
    type: decision
    config:
      condition: "{{ tasks.total.output.sum > 200 }}"
      routes: { true: approve, false: book }
  - id: approve
    type: basic
    use: core:http
    with: { url: https://desk.example.com/ask, method: POST, json: { total: "{{ tasks.total.output.sum }}" } }
    on_success: { next: book }
  - id: book
    type: composite
    config: { timeout: 1m }
    tasks:
      - id: send
        type: basic
        use: core:http
        with: { url: https://shop.example.com/book, method: POST, json: { booked: "{{ tasks.total.output.sum }}" } }
        retry: { attempts: 3, backoff: fixed, interval: 5s }
    on_success: { next: tell }
    on_error: { next: failed }
  - id: tell
    type: basic
    use: core:log
    with: { level: info, message: "{{ len(tasks.total.output.kept) }} rows, {{ tasks.total.output.size }}" }
  - { id: failed, type: basic, use: core:raise, with: { code: FAILED, message: It failed. } }
outputs:
  sum: "{{ tasks.total.output.sum }}"
`;
