import { analyze } from '../../graph/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { type Drilled, type DrillReport, drill } from './drill.ts';
import { simulatedTest } from './simulatedTest.ts';

/** Drills a workflow, on its tests where a file of them is given. */
export async function drillText(
  text: string,
  more: Partial<Drilled> & { readonly tests?: never; readonly file?: string } = {},
): Promise<DrillReport> {
  const analysis = analyze('flow.yaml', text);
  const { file, ...options } = more;
  const tests = file === undefined ? [{ test: simulatedTest(analysis, {}) }] : testsOf(file);
  return drill({ analysis, tests, isSimulated: file === undefined, ...options });
}

function testsOf(text: string): Drilled['tests'] {
  const { file, findings } = readTestFile(text);
  return file.tests.map((test) => ({ test, findings }));
}

/** A task that is called \`a\`, whose errors lead to a note. */
export function flow(task: string, handler = 'on_error: { next: note }'): string {
  return `tasks:
  - { id: a, type: basic, ${task}, config: { timeout: 30s }, ${handler}, on_success: { next: end } }
  - { id: note, type: basic, use: 'core:log', with: { message: Failed } }
`;
}

export const POST = "use: 'core:http', with: { url: 'https://api.example.com', method: POST, body: {} }";

/** So many tasks one after the other, each of which makes a request. */
export function manyCalls(count: number): string {
  const tasks = Array.from({ length: count }, (_, index) =>
    flow(POST, `on_error: { next: note }, on_success: { next: ${index === count - 1 ? 'end' : `a${index + 1}`} }`)
      .split('\n')[1]
      ?.replace('id: a,', `id: a${index},`)
      .replace(', on_success: { next: end } }', ' }'),
  );
  return `tasks:\n${tasks.join('\n')}\n  - { id: note, type: basic }\n`;
}

/** What is wrong in a workflow that {@link plantFlow} makes; null: nothing. */
export type Defect = 'code' | 'retry' | 'join' | 'twice' | 'leak';

export const DEFECTS: readonly Defect[] = ['code', 'retry', 'join', 'twice', 'leak'];

/** A workflow, and the tasks that a drill must say something about. */
export interface PlantedFlow {
  readonly text: string;
  readonly guilty: readonly string[];
}

type Roll = (count: number) => number;

interface FlowPart {
  readonly tasks: readonly string[];
  readonly first: string;
  /** The task that continues; its text has `NEXT` where it does. */
  readonly guilty: readonly string[];
}

/** Makes a workflow of a seed in which every fault is handled, and the same with one defect. Equal seeds differ by the defect alone. */
export function plantFlow(seed: number, defect: Defect | null): PlantedFlow {
  const roll = createRoll(seed);
  const count = 2 + roll(3);
  const place = roll(count);
  // What the seed's defect needs is there in both.
  const wanted = DEFECTS[seed % DEFECTS.length] ?? 'code';
  const parts = Array.from({ length: count }, (_, index): FlowPart => {
    const planted = index === place ? defect : null;
    const kind = index === place ? wanted : (DEFECTS[roll(DEFECTS.length)] ?? 'code');
    return PARTS[kind](`p${index}`, { roll, isBad: planted !== null });
  });
  const tasks = parts.flatMap(({ tasks: own }, index) => {
    const next = parts[index + 1]?.first ?? 'end';
    return own.map((task) => task.replaceAll('NEXT', next));
  });
  const text = [...HEAD, 'tasks:', ...tasks, ...TAIL].join('\n');
  return { text: `${text}\n`, guilty: defect === null ? [] : parts.flatMap(({ guilty }) => guilty) };
}

const HEAD = [
  'agents:',
  '  - id: clerk',
  '    use: core:agent',
  '    config: { provider: openai, model: gpt-4.1-mini }',
  '    actions:',
  '      - id: sort',
  '        instructions: Sort it.',
  '        output: { type: object, required: [topic], properties: { topic: { type: string } } }',
  'tools:',
  "  - { id: charge, use: 'mcp:shop/charge' }",
  "  - { id: charge_blindly, use: 'mcp:shop/charge', config: { repeat: 'yes' } }",
];
const TAIL = ["  - { id: sorry, type: basic, use: 'core:log', with: { message: Something failed. } }"];

type MakePart = (id: string, of: { readonly roll: Roll; readonly isBad: boolean }) => FlowPart;

const PARTS: Readonly<Record<Defect, MakePart>> = {
  code: (id, { roll, isBad }) => {
    const codes = [
      'COMMUNICATION_ERROR',
      'RATE_LIMIT_ERROR',
      'AUTHENTICATION_ERROR',
      'AUTHORIZATION_ERROR',
      'LIMIT_ERROR',
      'PROVIDER_ERROR',
      'TIMEOUT_ERROR',
      'VALIDATION_ERROR',
    ];
    const missing = codes[roll(codes.length)];
    const routes = codes.filter((code) => !isBad || code !== missing).map((code) => `${code}: sorry`);
    const tasks = [
      `  - id: ${id}`,
      "    type: basic\n    use: 'agent:clerk'",
      `    config: { timeout: ${1 + roll(9)}m }`,
      `    on_error: { routes: { ${routes.join(', ')} } }`,
      '    on_success: { next: NEXT }',
    ];
    return { tasks, first: id, guilty: isBad ? [id] : [] };
  },
  retry: (id, { roll, isBad }) => {
    const attempts = 1 + roll(4);
    const goesRound = isBad && roll(2) === 1;
    const tasks = [
      `  - id: ${id}`,
      "    type: basic\n    use: 'core:http'",
      `    with: { url: 'https://api.example.com/${id}' }`,
      '    config: { timeout: 30s }',
      `    retry: { attempts: ${isBad && !goesRound ? 1_000_000 : attempts}, backoff: exponential, interval: 2s }`,
      `    on_error: { next: ${goesRound ? id : 'sorry'} }`,
      '    on_success: { next: NEXT }',
    ];
    return { tasks, first: id, guilty: isBad ? [id] : [] };
  },
  join: (id, { roll, isBad }) => {
    const dead = roll(2);
    const branch = (index: number): readonly string[] => [
      `  - id: ${id}_${index}`,
      "    type: basic\n    use: 'core:http'",
      `    with: { url: 'https://api.example.com/${id}/${index}' }`,
      ...(isBad && index === dead ? [] : [`    config: { timeout: ${10 + roll(30)}s }`]),
      `    on_error: { next: ${id}_meet }`,
      `    on_success: { next: ${id}_meet }`,
    ];
    const tasks = [
      `  - { id: ${id}, type: basic, with: { n: 1 }, on_success: { next: [${id}_0, ${id}_1] } }`,
      ...branch(0),
      ...branch(1),
      `  - { id: ${id}_meet, type: basic, join: all, on_success: { next: NEXT } }`,
    ];
    return { tasks, first: id, guilty: isBad ? [`${id}_${dead}`] : [] };
  },
  twice: (id, { roll, isBad }) => {
    const way = roll(2);
    const tasks = [
      `  - id: ${id}`,
      `    type: basic\n    use: 'tool:${isBad && way === 0 ? 'charge_blindly' : 'charge'}'`,
      `    with: { amount: ${1 + roll(99)} }`,
      '    config: { timeout: 30s }',
      '    on_error: { next: sorry }',
      `    on_success: { next: ${id}_ship }`,
      `  - id: ${id}_ship`,
      "    type: basic\n    use: 'core:http'",
      `    with: { url: 'https://api.example.com/ship', method: POST, body: { id: ${id} } }`,
      '    config: { timeout: 30s }',
      `    on_error: { next: ${isBad && way === 1 ? id : 'sorry'} }`,
      '    on_success: { next: NEXT }',
    ];
    return { tasks, first: id, guilty: isBad ? [way === 0 ? id : `${id}_ship`] : [] };
  },
  leak: (id, { roll, isBad }) => {
    const use = roll(2) === 0 ? 'core:log' : 'core:raise';
    const isPassed = roll(2) === 0;
    const secret = isPassed ? '{{ input.token }}' : '{{ env.API_TOKEN }}';
    const passed = isPassed && isBad ? "{ token: '{{ env.API_TOKEN }}' }" : '{ token: none }';
    const what = `No answer${isBad ? `: ${secret}` : ''}`;
    const tell = use === 'core:log' ? `{ message: "${what}" }` : `{ code: NO_ANSWER, message: "${what}" }`;
    const tasks = [
      `  - id: ${id}`,
      "    type: basic\n    use: 'core:http'",
      `    with: { url: 'https://api.example.com/${id}', headers: { Authorization: 'Bearer {{ env.API_TOKEN }}' } }`,
      '    config: { timeout: 30s }',
      `    on_error: { next: ${id}_tell, with: ${passed} }`,
      '    on_success: { next: NEXT }',
      `  - { id: ${id}_tell, type: basic, use: '${use}', with: ${tell}, on_success: { next: end } }`,
    ];
    return { tasks, first: id, guilty: isBad ? [id] : [] };
  },
};

/** Numbers below a count, the same for the same seed. */
function createRoll(seed: number): Roll {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}
