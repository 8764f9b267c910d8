import { type Bomb, flow } from './Bomb.ts';

const CHECK = ['check', '--json'];

/** Of what cannot run: its findings, which say why. */
const FOUND = { args: CHECK, ends: ['findings'] };

/** Lists of ten, each of the one before it, so many times. */
function laughs(levels: number): string {
  const lists = Array.from({ length: levels }, (_, n) => `b${n}: &a${n + 1} [${Array(10).fill(`*a${n}`).join(', ')}]`);
  return `a: &a0 [x, x, x, x, x, x, x, x, x, x]\n${lists.join('\n')}\ntasks: [{id: a, type: basic, with: {x: *a${levels}}}]`;
}

/** Maps that are merged, each into the next. */
function merges(count: number): string {
  const maps = Array.from(
    { length: count },
    (_, n) => `m${n + 1}: &m${n + 1}\n  <<: [*m${n}, *m${n}, *m${n}]\n  k${n}: 1`,
  );
  return `m0: &m0 {a: 1}\n${maps.join('\n')}\ntasks: [{id: a, type: basic, with: {<<: *m${count}}}]`;
}

/** A task that leads to so many, each of which leads to ten of them. */
function fan(count: number): string {
  return flow({
    tasks: [
      { id: 's', type: 'basic', on_success: { next: Array.from({ length: count }, (_, n) => `t${n}`) } },
      ...Array.from({ length: count }, (_, n) => ({
        id: `t${n}`,
        type: 'basic',
        on_success: { next: Array.from({ length: 10 }, (_each, m) => `t${(n + m + 1) % count}`) },
      })),
    ],
  });
}

/** Tasks that lead to each other, the last of them to none. */
function chain(count: number): string {
  return tasks(count, (n) => ({ on_success: { next: `t${n + 1}` } }));
}

function tasks(count: number, more: (index: number) => object = () => ({})): string {
  return flow({
    tasks: Array.from({ length: count }, (_, index) => ({ id: `t${index}`, type: 'basic', ...more(index) })),
  });
}

/** Files that take long to read, to check or to draw conclusions from. */
export const TEXT_BOMBS: readonly Bomb[] = [
  {
    name: 'aliases that multiply (billion laughs)',
    text: laughs(12),
    ends: ['CONFIGURATION_ERROR'],
    short: { ...FOUND, text: laughs(5), says: /ALIAS_EXPANSION/ },
  },
  {
    name: 'merge keys that multiply',
    text: merges(400),
    ends: ['success', 'CONFIGURATION_ERROR'],
    short: { ...FOUND, text: merges(230), says: /MERGE/ },
  },
  {
    name: 'an anchor that holds itself',
    text: 'tasks: &a [{id: a, type: basic, with: {x: *a}}]',
    ends: ['CONFIGURATION_ERROR'],
    short: { ...FOUND, says: /ALIAS_CYCLE/ },
  },
  {
    name: 'lists 200,000 deep',
    text: `tasks: ${'['.repeat(200_000)}`,
    ends: ['CONFIGURATION_ERROR'],
    short: { ...FOUND, says: /TOO_DEEP/ },
  },
  {
    name: 'maps 3,000 deep, by indentation',
    args: CHECK,
    text: Array.from({ length: 3_000 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'),
    ends: ['findings'],
  },
  {
    name: 'a key of 5 MB',
    text: `${'k'.repeat(5_000_000)}: 1\ntasks: [{id: a, type: basic}]`,
    ends: ['success', 'CONFIGURATION_ERROR'],
    short: { ...FOUND, text: `${'k'.repeat(5_000)}: 1\ntasks: [{id: a, type: basic}]`, says: /SYNTAX_ERROR/ },
  },
  {
    name: '9 MB of quotation marks',
    text: `tasks: [{id: a, type: basic}]\nx: ${'"'.repeat(9_000_000)}`,
    ends: ['CONFIGURATION_ERROR'],
    short: null,
  },
  {
    name: '9 MB of comments',
    text: `${'#\n'.repeat(4_500_000)}tasks: [{id: a, type: basic}]`,
    ends: ['success', 'CONFIGURATION_ERROR'],
    short: { text: `${'#\n'.repeat(450_000)}tasks: [{id: a, type: basic}]` },
  },
  { name: '100,000 documents', args: CHECK, text: '---\na: 1\n'.repeat(100_000), ends: ['findings', 'success'] },
  {
    name: '20,000 keys of one name',
    args: CHECK,
    text: `tasks: [{id: a, type: basic}]\n${'k: 1\n'.repeat(20_000)}`,
    ends: ['findings'],
    short: { text: `tasks: [{id: a, type: basic}]\n${'k: 1\n'.repeat(1_000)}`, says: /"errors":200,/ },
  },
  {
    name: '2,500 tasks that lead to each other',
    text: chain(2_500),
    ends: ['success', 'CONFIGURATION_ERROR', 'LIMIT_ERROR'],
    short: { ...FOUND, text: chain(100), says: /UNKNOWN/ },
  },
  {
    name: '3,000 tasks of one id',
    args: CHECK,
    text: tasks(3_000, () => ({ id: 'a' })),
    ends: ['findings'],
    short: { text: tasks(300, () => ({ id: 'a' })), says: /"errors":299,/ },
  },
  {
    name: 'a task that leads to 1,500, each of which leads to ten',
    args: CHECK,
    text: fan(1_500),
    ends: ['findings', 'success'],
    short: { text: fan(100) },
  },
  {
    name: 'a loop without an end',
    text: flow({ tasks: [{ id: 'a', type: 'basic', on_success: { next: 'a' } }] }),
    ends: ['LIMIT_ERROR'],
  },
  {
    name: 'containers 12 deep',
    args: CHECK,
    text: flow({
      tasks: [
        Array.from({ length: 12 }).reduce<Parameters<typeof flow>[0]>(
          (inner, _, n) => ({ id: `p${n}`, type: 'parallel', tasks: [inner, { id: `q${n}`, type: 'basic' }] }),
          { id: 'z', type: 'basic' },
        ),
      ],
    }),
    ends: ['findings', 'success'],
  },
  {
    name: 'an import of itself',
    text: flow({ tasks: [{ $use: 'x' }], tools: ['./flow.yaml'], agents: ['./flow.yaml'] }),
    ends: ['CONFIGURATION_ERROR'],
    short: { ...FOUND, says: /OTHER_DIALECT/ },
  },
  {
    name: 'imports that multiply',
    text: flow({ tools: Array.from({ length: 200 }, () => './a.yaml#t') }),
    files: Object.fromEntries(
      Array.from({ length: 15 }, (_, n) => [
        `${String.fromCodePoint(97 + n)}.yaml`,
        `tools: [{id: t, $import: ./${String.fromCodePoint(98 + n)}.yaml}, ./${String.fromCodePoint(98 + n)}.yaml#t]`,
      ]),
    ),
    ends: ['CONFIGURATION_ERROR'],
    short: { ...FOUND, says: /WRONG_TYPE.*"errors":200,/ },
  },
];
