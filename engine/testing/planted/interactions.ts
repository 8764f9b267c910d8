import { FLOWS, type Flow, flowText } from './interactionFlows.ts';

/** Two changes of one workflow, and the run of it that was recorded before both. */
export interface MergeTrial {
  readonly name: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** A test file without expectations: the run. */
  readonly tests: string;
}

type Edit = readonly [from: string, to: string];

/** Changes of two people to one workflow. `SRC` and `A`: where the amount comes from, and where it is read. */
interface Kind {
  readonly name: string;
  readonly ours: readonly Edit[];
  readonly theirs: readonly Edit[];
}

/** Each is right by itself and merges without a conflict; together they do what neither person has seen. */
const INTERACTIONS: readonly Kind[] = [
  {
    name: 'a discount beside a lower threshold',
    ours: [['amount: "{{ SRC }}"', 'amount: "{{ SRC * 0.8 }}"']],
    theirs: [['sum > 200', 'sum > 170']],
  },
  {
    name: 'cents where they are made and where they are read',
    ours: [['amount: "{{ SRC }}"', 'amount: "{{ SRC * 100 }}"']],
    theirs: [['sum: "{{ A * 2 }}"', 'sum: "{{ A * 200 }}"']],
  },
  {
    name: 'a code in capitals that is compared as it was',
    ours: [['code: "{{ workflow.input.code }}"', 'code: "{{ upper(workflow.input.code) }}"']],
    theirs: [['sum > 200', "sum > 200 && tasks.total.output.code == 'ab7'"]],
  },
  {
    name: 'a filter beside a limit',
    ours: [['rows: "{{ workflow.input.rows }}"', 'rows: "{{ workflow.input.rows | filter(r => r.price > 1) }}"']],
    theirs: [['rows, 0, 3', 'rows, 0, 2']],
  },
  {
    name: 'a longer pause between attempts beside less time',
    ours: [['interval: 5s', 'interval: 40s']],
    theirs: [['timeout: 1m', 'timeout: 30s']],
  },
  {
    name: 'two surcharges',
    ours: [['sum: "{{ A * 2 }}"', 'sum: "{{ A * 2 + 5 }}"']],
    theirs: [['amount: "{{ SRC }}"', 'amount: "{{ SRC + 3 }}"']],
  },
  {
    name: 'a label with another name beside one who reads it',
    ours: [["'big'", "'large'"]],
    theirs: [['{ total: ', '{ urgent: "{{ tasks.total.output.size == \'big\' }}", total: ']],
  },
  {
    name: 'an error that is passed over beside one who reads what failed',
    ours: [['on_error: { next: failed } # stock', 'on_error: { next: size } # stock']],
    theirs: [['{ booked: ', '{ left: "{{ tasks.stock.output.body.left }}", booked: ']],
  },
  {
    name: 'a higher rate beside a factor',
    ours: [['rate: "{{ workflow.input.rate }}"', 'rate: "{{ workflow.input.rate + 10 }}"']],
    theirs: [['fee: "{{ tasks.pick.output.rate }}"', 'fee: "{{ tasks.pick.output.rate * 2 }}"']],
  },
  {
    name: 'a route beside a condition',
    ours: [['false: book', 'false: tell']],
    theirs: [['sum > 200', 'sum > 300']],
  },
  {
    name: 'a shorter list beside an index',
    ours: [['rows: "{{ workflow.input.rows }}"', 'rows: "{{ slice(workflow.input.rows, 1, 10) }}"']],
    theirs: [['fee: ', 'fourth: "{{ tasks.pick.output.rows[3].price }}"\n        fee: ']],
  },
  {
    name: 'fewer attempts beside an error that is passed over',
    ours: [['attempts: 2', 'attempts: 1']],
    theirs: [['on_error: { next: failed } # stock', 'on_error: { next: size } # stock']],
  },
];

/** Changes that have nothing to do with one another. */
const APART: readonly Kind[] = [
  { name: 'two fields of two steps', ours: [['level: info', 'level: warn']], theirs: [['/book', '/bookings']] },
  {
    name: 'a field more in each of two requests',
    ours: [['{ total: ', '{ by: "a", total: ']],
    theirs: [['{ booked: ', '{ by: "b", booked: ']],
  },
  {
    name: 'more time beside another fee',
    ours: [['timeout: 1m', 'timeout: 2m']],
    theirs: [['fee: "{{ tasks.pick.output.rate }}"', 'fee: "{{ tasks.pick.output.rate + 1 }}"']],
  },
  {
    name: 'a task with another name beside one more who reads it',
    ours: [
      ['id: total', 'id: sums'],
      ['next: total', 'next: sums'],
      ['tasks.total.', 'tasks.sums.'],
    ],
    theirs: [['{ booked: ', '{ size: "{{ tasks.total.output.size }}", booked: ']],
  },
  {
    name: 'a comment beside another threshold',
    ours: [['  - id: book', '  # Once.\n  - id: book']],
    theirs: [['sum > 200', 'sum > 300']],
  },
  {
    name: 'an output more on each side',
    ours: [['outputs:', 'outputs:\n  fee: "{{ tasks.total.output.fee }}"']],
    theirs: [['outputs:', 'outputs:\n  rows: "{{ tasks.total.output.kept }}"']],
  },
];

const ROWS = '[{ price: 1 }, { price: 2 }, { price: 3 }, { price: 4 }]';

/** What the run is answered: the stock is found at last, or never where a kind is about its errors. */
function toTests({ answers }: Flow, { name }: Kind): string {
  const found = '{ output: { status: 200, body: { left: 3 } } }';
  const lost = '{ error: { code: COMMUNICATION_ERROR }, after: 1s }';
  const isPassedOver = name.startsWith('an error that is passed over');
  const stock = isPassedOver ? lost : name.startsWith('fewer attempts') ? `[${lost}, ${lost}, ${found}]` : found;
  return `tests:
  - name: run
    env: { OPENAI_API_KEY: secret }
    input: { amount: 110, parts: [{ amount: 110 }], code: ab7, rows: ${ROWS} }
    answers: { ${answers}stock: ${stock}, approve: { output: { status: 200 } }, send: [${lost}, { output: { status: 200 } }] }
`;
}

function toTrial(flow: Flow, kind: Kind): MergeTrial {
  const fill = (text: string): string => text.replaceAll('SRC', flow.source).replaceAll(/\bA\b/g, flow.amount);
  const base = fill(flowText(flow));
  const change = (edits: readonly Edit[]): string =>
    edits.reduce((text, [from, to]) => {
      if (!text.includes(fill(from))) throw new Error(`${flow.name}: there is no “${from}” to change.`);
      return text.replaceAll(fill(from), () => fill(to));
    }, base);
  return {
    name: `${kind.name}, ${flow.name}`,
    base,
    ours: change(kind.ours),
    theirs: change(kind.theirs),
    tests: toTests(flow, kind),
  };
}

/** Sixty merges without a conflict that do what neither side has seen. */
export const PLANTED_INTERACTIONS: readonly MergeTrial[] = INTERACTIONS.flatMap((kind) =>
  FLOWS.map((flow) => toTrial(flow, kind)),
);

/** Merges of changes that have nothing to do with one another. */
export const CHANGES_APART: readonly MergeTrial[] = APART.flatMap((kind) => FLOWS.map((flow) => toTrial(flow, kind)));
