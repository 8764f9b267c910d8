import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { numRuns, yaml } from '../testing/index.ts';
import { applyEdits } from '../text/index.ts';
import { checkAnalysis } from './checkAnalysis.ts';
import { DIAGNOSTIC_CODES } from './subject/codes.ts';

const DOCUMENT = yaml`
  start: a
  memory: { id: m, vector: { use: core:in-memory, dimensions: 3, config: { apiKey: abcdefgh } } }
  agents:
    - id: g
      use: core:agent
      config: { provider: mock, model: m, temperature: 0.5 }
      tools: [{ id: t, config: { n: 1 } }]
      actions: [{ id: x, instructions: "Do {{ input.a }}", output: { type: object, properties: { k: { enum: [1, 2] } } } }]
  tools: [{ id: t, use: core:http, schema: { input: {}, output: { type: object } } }]
  tasks:
    - id: a
      type: decision
      use: agent:g
      config: { condition: "{{ output.k > 1 }}", routes: { true: b, 2: { next: [b, c], condition: value > 2 } }, default: { next: c } }
      retry: { attempts: 3, backoff: linear, interval: 1s, max_interval: "{{ env.M }}" }
      on_error: { routes: { X: end }, retry: true, next: b }
    - id: b
      type: collection
      config: { items: tasks.a.output, batch_size: 2, timeout_per_item: 1m30s }
      tasks: [{ id: c1, type: basic, use: tool:t, with: { u: "{{ item }}" } }, { id: c2, type: map, config: { mapping: [1, "{{ index }}"] } }]
      on_item_error: { next: c }
    - { id: c, type: wait, config: { timeout: 5s, check_interval: 1s }, on_timeout: { next: a } }
    - &p { id: p, type: parallel, tasks: [{ id: q, type: basic, on_success: { next: end } }] }
    - { id: i, import: "#p", name: "{{ env.A }}" }
    - { id: j, import: ./lib/j.yaml, with: { z: 1 }, config: { condition: true } }
  outputs: { r: "{{ tasks['c1'].output | first() }}" }
`;

const FILES = new Map([
  [
    'lib/j.yaml',
    'type: wait\nimport: ../w.yaml#c\non_check: { next: missing }\nconfig: { signal: "{{ tasks.a.output }}" }',
  ],
]);

const WORDS = [...new Set(DOCUMENT.match(/[\w.]+|[{}[\]:,"&*-]|\n */g) ?? [])];
const CODES: readonly string[] = DIAGNOSTIC_CODES.map(({ code }) => code);

test('any damage to a document gives known codes at places inside it, and fixes that can be applied', () => {
  const damage = fc.record({
    at: fc.nat(DOCUMENT.length),
    length: fc.nat(12),
    text: fc.constantFrom('', ' ', '{{', '- ', '__proto__', '<<: *p', ...WORDS),
  });
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      let text = DOCUMENT;
      for (const { at, length, text: inserted } of damages)
        text = text.slice(0, at) + inserted + text.slice(at + length);
      const analysis = analyze('w.yaml', text, undefined, FILES);
      for (const { code, range, fixes } of checkAnalysis(analysis, { variables: ['B'] })) {
        expect(CODES).toContain(code);
        expect(range.start >= 0 && range.start <= range.end && range.end <= text.length).toBe(true);
        for (const fix of fixes ?? [])
          expect(() => analyze('w.yaml', applyEdits(text, fix.edits), analysis)).not.toThrow();
      }
    }),
    { numRuns: numRuns(60, 100) },
  );
});
