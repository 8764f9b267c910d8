/** A workflow and tests that come to each of its edges. */
export interface TestedFlow {
  readonly text: string;
  readonly tests: string;
}

/** One way through a part: what a run is given, and what it then does there. */
interface Case {
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly signals?: readonly unknown[];
  readonly path: readonly string[];
  readonly never?: readonly string[];
  readonly tasks?: Readonly<Record<string, unknown>>;
  /** The run ends here, with an error. */
  readonly isEnd?: true;
}

interface TestedPart {
  readonly lines: readonly string[];
  /** The first one is that of runs that are about another part. */
  readonly cases: readonly Case[];
}

/** `NEXT` is where the part continues. */
type MakePart = (id: string, n: number) => TestedPart;

const GET = "type: basic, use: 'core:http', with: { url: 'https://api.example.com' }";
const failing = (code: string) => ({ error: { code } });
const OK = { output: { status: 200 } };

const PARTS: readonly MakePart[] = [
  // Tried again, then given up on.
  (id, n) => ({
    lines: [
      `- { id: ${id}, ${GET}, retry: { attempts: ${n}, backoff: fixed, interval: 1s }, on_success: { next: NEXT }, on_error: { next: ${id}_lost } }`,
      `- { id: ${id}_lost, type: basic, with: { code: '{{ error.code }}' }, on_success: { next: NEXT } }`,
    ],
    cases: [
      { answers: { [id]: OK }, path: [id], never: [`${id}_lost`], tasks: { [id]: { attempts: 1 } } },
      {
        answers: { [id]: [...Array.from({ length: n }, () => failing('COMMUNICATION_ERROR')), OK] },
        path: [id],
        never: [`${id}_lost`],
        tasks: { [id]: { attempts: n + 1 } },
      },
      {
        answers: { [id]: failing('COMMUNICATION_ERROR') },
        path: [id, `${id}_lost`],
        tasks: { [id]: { attempts: n + 1 } },
      },
    ],
  }),
  // A decision.
  (id, n) => ({
    lines: [
      `- { id: ${id}, type: decision, config: { condition: '{{ workflow.input.${id} > ${n} }}', routes: { 'true': ${id}_many, 'false': ${id}_few } } }`,
      `- { id: ${id}_many, type: basic, on_success: { next: NEXT } }`,
      `- { id: ${id}_few, type: basic, on_success: { next: NEXT } }`,
    ],
    cases: [
      { input: { [id]: n + 1 }, path: [id, `${id}_many`], never: [`${id}_few`] },
      { input: { [id]: n }, path: [id, `${id}_few`], never: [`${id}_many`] },
    ],
  }),
  // Ways by the code of the error.
  (id) => ({
    lines: [
      `- { id: ${id}, ${GET}, on_error: { routes: { HTTP_ERROR: ${id}_a, NOT_THERE: ${id}_b, default: ${id}_c } }, on_success: { next: NEXT } }`,
      ...['a', 'b', 'c'].map((way) => `- { id: ${id}_${way}, type: basic, on_success: { next: NEXT } }`),
    ],
    cases: [
      { answers: { [id]: OK }, path: [id], never: [`${id}_a`, `${id}_b`, `${id}_c`] },
      { answers: { [id]: failing('HTTP_ERROR') }, path: [id, `${id}_a`], never: [`${id}_b`, `${id}_c`] },
      { answers: { [id]: failing('NOT_THERE') }, path: [id, `${id}_b`], never: [`${id}_a`, `${id}_c`] },
      { answers: { [id]: failing('OTHER') }, path: [id, `${id}_c`], never: [`${id}_a`, `${id}_b`] },
    ],
  }),
  // Two ways at the same time, which meet.
  (id, n) => ({
    lines: [
      `- { id: ${id}, type: basic, on_success: { next: [${id}_0, ${id}_1] } }`,
      `- { id: ${id}_0, ${GET}, on_success: { next: ${id}_meet, with: { a: ${n} } } }`,
      `- { id: ${id}_1, ${GET}, on_success: { next: ${id}_meet, with: { b: ${n} } } }`,
      `- { id: ${id}_meet, type: basic, join: all, on_success: { next: NEXT } }`,
    ],
    cases: [
      {
        answers: { [`${id}_0`]: { ...OK, after: '1s' }, [`${id}_1`]: { ...OK, after: `${n + 1}s` } },
        path: [id, `${id}_0`, `${id}_meet`],
        tasks: { [`${id}_1`]: { attempts: 1 }, [`${id}_meet`]: { with: { a: n, b: n } } },
      },
    ],
  }),
  // A signal, or none.
  (id, n) => ({
    lines: [
      `- { id: ${id}, type: wait, config: { signal: ${id}, timeout: ${n}d, check_interval: 1h }, on_success: { next: NEXT }, on_timeout: { next: ${id}_late } }`,
      `- { id: ${id}_late, type: basic, on_success: { next: NEXT } }`,
    ],
    cases: [
      { signals: [{ name: id, at: '1m', payload: {} }], path: [id], never: [`${id}_late`] },
      { path: [id, `${id}_late`] },
    ],
  }),
  // An error that is only taken where a condition is true.
  (id) => ({
    lines: [
      `- { id: ${id}, ${GET}, on_success: { next: NEXT }, on_error: { condition: "{{ error.code == 'HTTP_ERROR' }}", next: ${id}_lost } }`,
      `- { id: ${id}_lost, type: basic, on_success: { next: NEXT } }`,
    ],
    cases: [
      { answers: { [id]: OK }, path: [id], never: [`${id}_lost`] },
      { answers: { [id]: failing('HTTP_ERROR') }, path: [id, `${id}_lost`] },
      { answers: { [id]: failing('OTHER') }, path: [id], never: [`${id}_lost`], isEnd: true },
    ],
  }),
];

/** How many parts a workflow has. */
const LENGTH = 8;

/** Makes a workflow of a seed, with a test for each way through each of its parts. */
export function makeTestedFlow(seed: number): TestedFlow {
  const ids = Array.from({ length: LENGTH }, (_, index) => `p${index}`);
  const parts = ids.flatMap((id, index): readonly TestedPart[] => {
    const make = PARTS[(seed * 5 + index * (1 + (seed % 5))) % PARTS.length];
    return make === undefined ? [] : [make(id, 1 + ((seed + index) % 3))];
  });
  const lines = parts.flatMap(({ lines: own }, index) =>
    own.map((line) => `  ${line.replaceAll('NEXT', ids[index + 1] ?? 'done')}`),
  );
  const text = `tasks:\n${lines.join('\n')}\n  - { id: done, type: basic }\n`;
  const tests = parts.flatMap(({ cases }, place) => cases.map((_, index) => makeTest(parts, { place, index })));
  return { text, tests: JSON.stringify({ tests }) };
}

/** All parts but one go their first way. */
function makeTest(parts: readonly TestedPart[], about: { readonly place: number; readonly index: number }): object {
  const cases = parts.flatMap((part, place) => {
    const chosen = part.cases[place === about.place ? about.index : 0];
    return chosen === undefined ? [] : [chosen];
  });
  const end = cases.findIndex(({ isEnd }) => isEnd === true);
  const come = end === -1 ? cases : cases.slice(0, end + 1);
  const last = end === -1 ? ['done'] : [];
  return {
    name: `${about.place}.${about.index}`,
    input: Object.assign({}, ...cases.map(({ input }) => input)),
    answers: Object.assign({}, ...cases.map(({ answers }) => answers)),
    signals: cases.flatMap(({ signals }) => signals ?? []),
    expect: {
      status: end === -1 ? 'success' : 'error',
      path: [...come.flatMap(({ path }) => path), ...last],
      never: come.flatMap(({ never }) => never ?? []),
      tasks: Object.assign({}, ...come.map(({ tasks }) => tasks)),
    },
  };
}
