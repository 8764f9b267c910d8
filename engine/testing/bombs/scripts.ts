import { type Bomb, flow, use } from './Bomb.ts';

const LIMITED = ['LIMIT_ERROR'];

function script(code: string, config: Readonly<Record<string, string | number>> = {}): string {
  return use('core:javascript', {}, { code, ...config });
}

/** Scripts. Where only time ends them, they have little of it. */
export const SCRIPT_BOMBS: readonly Bomb[] = [
  {
    name: 'script: lists without end',
    text: script('const a = []; for (;;) a.push(new Array(1000).fill(7))'),
    ends: LIMITED,
    short: null,
  },
  {
    name: 'script: buffers without end',
    text: script('const a = []; for (;;) a.push(new ArrayBuffer(1e6))'),
    ends: LIMITED,
    says: /memory/,
    // The sandbox alone is held to its memory by `evaluateScript.test.ts`, and to its depth.
    short: null,
  },
  {
    name: 'script: catches that it has no more memory',
    text: script('const a = []; for (;;) { try { a.push(new Uint8Array(1e7)) } catch {} }', { timeout: '500ms' }),
    ends: ['TIMEOUT_ERROR'],
    short: null,
  },
  {
    name: 'script: a pattern that backtracks',
    text: script('return /^(a+)+$/.test("a".repeat(40) + "b")', { timeout: '500ms' }),
    ends: ['TIMEOUT_ERROR'],
    short: null,
  },
  {
    name: 'script: its console',
    text: script('for (let i = 0; i < 120; i += 1) console.log("x".repeat(1e6), i)'),
    ends: ['success'],
    short: null,
  },
  {
    name: 'script: an answer of 2,000,000 lists',
    text: script('return JSON.parse("[" + "[],".repeat(2e6) + "0]")'),
    ends: LIMITED,
    short: null,
  },
  {
    name: 'script: an answer that nests without end',
    text: script('let s = {}; for (let i = 0; i < 1e6; i += 1) s = { s }; return s'),
    ends: LIMITED,
    short: null,
  },
  {
    name: 'script: an error of 30 MB',
    text: script('throw Object.assign(new Error("x".repeat(1e7)), { code: "OWN", details: "y".repeat(1e7) })'),
    ends: ['OWN', 'LIMIT_ERROR'],
    short: null,
  },
  {
    name: 'script: code of 400 KB',
    text: script('1;'.repeat(200_000)),
    ends: ['success', 'LIMIT_ERROR', 'TIMEOUT_ERROR'],
    short: null,
  },
  {
    name: 'scripts: five at once, each with all it may have',
    text: flow({
      tools: [
        {
          id: 't',
          use: 'core:javascript',
          config: { code: 'const a = []; for (;;) a.push(new ArrayBuffer(1e6))', memory: 64 },
          schema: { input: {}, output: {} },
        },
      ],
      tasks: [
        {
          id: 'c',
          type: 'collection',
          config: { items: '{{ range(0, 5) }}', mode: 'parallel', max_concurrent: 5, continue_on_error: true },
          tasks: [{ id: 'a', type: 'basic', use: 'tool:t' }],
        },
      ],
      outputs: { done: '{{ tasks.c.failed_count }}' },
    }),
    // Four concurrent ones with 64 MiB each, and the program in each of their threads: 440 to 540, by the version of Node.
    memory: 600,
    ends: ['success'],
    short: null,
  },
];
