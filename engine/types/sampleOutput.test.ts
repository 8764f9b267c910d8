import { expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { yaml } from '../testing/index.ts';
import { sampleOutput } from './sampleOutput.ts';

const TEXT = yaml`
  tools:
    - id: lookup
      use: core:http
      schema:
        input: { type: object }
        output:
          type: object
          properties:
            name: { type: string }
            size: { enum: [small, large] }
            tags: { type: array, items: { type: object, properties: { id: { type: integer } } } }
            more: {}
  tasks:
    - { id: find, type: basic, use: tool:lookup, on_success: { next: make } }
    - { id: make, type: map, config: { mapping: { n: "{{ 1 + 1 }}", found: "{{ tasks.find.output.name }}" } } }
    - { id: free, type: basic, use: "mcp:server/tool" }
`;

test('a sample has every key that is known of an output, and null for what is not', () => {
  const analysis = analyze('a.yaml', TEXT);
  expect(sampleOutput(analysis, 'find')).toEqual({ name: '', size: 'small', tags: [{ id: 0 }], more: null });
  expect(sampleOutput(analysis, 'make')).toEqual({ n: 0, found: '' });
  expect(sampleOutput(analysis, 'free')).toBeNull();
  expect(sampleOutput(analysis, 'nowhere')).toBeNull();
});
