import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PreviousSyntax, parseSyntax } from '../syntax/index.ts';
import { numRuns, yaml } from '../testing/index.ts';
import { minimalEdits } from '../text/index.ts';
import { hasImports, readWorkflow, resolveImports, resolveUse, walkTasks } from './index.ts';

const DOCUMENT = yaml`
  id: all
  limits: { per_task: 5, depth: "{{ env.D }}" }
  memory: { id: m, vector: { use: core:in-memory, dimensions: 3, config: {} } }
  agents:
    - { id: g, use: "acme:triage@^1", config: { model: m }, tools: [{ id: t }, { id: u, use: "tool:t" }] }
    - { id: h, import: ./lib/a.yaml, actions: [{ id: x, instructions: i, output: {} }] }
  tools: [&t { id: t, use: { repo: acme, package: fetch, version: "1" } }, { <<: *t, id: v }]
  tasks:
    - id: a
      type: wait
      use: acme/triage
      config: { timeout: 1h30m, check_interval: 1s, max_checks: "{{ 3 }}" }
      retry: { attempts: 3, backoff: linear, interval: 1s, max_interval: PT1M }
      on_success: { next: [b, end], with: { n: 1 } }
    - &b { id: b, type: collection, tasks: [{ id: c, import: "#a" }, { id: d, type: map, config: { mapping: ~ } }] }
    - id: e
      type: decision
      config: { routes: { true: b, 1: { next: c, condition: x } }, default: { next: a } }
    - { id: f, import: "acme:step", join: all }
    - *b
`;

const FILES: Readonly<Record<string, string>> = {
  'lib/a.yaml': 'import: ../packages/acme/triage@1.0.yaml\nid: a',
  'packages/acme/triage@1.0.yaml': 'use: core:agent\nconfig: { provider: mock }\ntools: [{ id: w, use: "acme:fetch" }]',
  'packages/acme/fetch.yaml': 'tools: [{ id: only, use: core:http, schema: { input: {}, output: {} } }]',
  'packages/acme/step.yaml': 'type: composite\ntasks: [{ id: z, type: basic, use: "acme:fetch" }]',
};

const WORDS = [...new Set(DOCUMENT.match(/[\w.]+|[{}[\]:,"&*#@-]|\n */g) ?? [])];

interface Damage {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const damages: fc.Arbitrary<readonly Damage[]> = fc.array(
  fc.record({
    at: fc.nat(DOCUMENT.length),
    length: fc.nat(12),
    text: fc.constantFrom('', ' ', '- ', '{{', '\t', '\r\n', '<<: *b', '__proto__: ', '\u0000', '\uD800', ...WORDS),
  }),
  { minLength: 1, maxLength: 4 },
);

function damage(text: string, list: readonly Damage[]): string {
  return list.reduce((now, { at, length, text: put }) => now.slice(0, at) + put + now.slice(at + length), text);
}

test('any damage, and any cut, leaves a model; what is read again where it changed is the same as all read anew', () => {
  const whole = parseSyntax(DOCUMENT);
  const workflow = readWorkflow(whole);
  fc.assert(
    fc.property(damages, fc.nat(DOCUMENT.length), (list, end) => {
      for (const text of [damage(DOCUMENT, list), DOCUMENT.slice(0, end)]) {
        const previous: PreviousSyntax = { syntax: whole, edits: minimalEdits(DOCUMENT, text) };
        const again = readWorkflow(parseSyntax(text, previous), { syntax: whole, workflow });
        const anew = readWorkflow(parseSyntax(text));
        expect(again).toEqual(anew);
        for (const { task } of walkTasks(anew)) expect(resolveUse(anew, task).kind).toBeTypeOf('string');
      }
    }),
    { numRuns: numRuns(25, 50) },
  );
});

test('a damaged file is never more than a problem at the import that leads to it', () => {
  const names = Object.keys(FILES);
  const main = parseSyntax(DOCUMENT);
  fc.assert(
    fc.property(fc.constantFrom(...names), damages, damages, (name, list, own) => {
      const texts = new Map(
        Object.entries(FILES).map(([path, text]) => [path, path === name ? damage(text, list) : text]),
      );
      for (const syntax of [main, parseSyntax(damage(DOCUMENT, own))]) {
        const { workflow, sites } = resolveImports({ path: 'w.yaml', syntax, texts });
        for (const { at, key } of sites) expect(at.at(-1)).toBe(key);
        const packaged = [...workflow.agents, ...workflow.tools].filter((each) => each.isPackaged === true);
        for (const each of packaged) expect(each.package).toBeDefined();
        if (sites.length > 0) expect(hasImports(readWorkflow(syntax))).toBe(true);
      }
    }),
    { numRuns: numRuns(25, 50) },
  );
});
