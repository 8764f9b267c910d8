import { expect, test } from 'vitest';
import { findingsIn } from '../../testing.ts';

test.each([
  ['', ['LIKELY_MISSPELT totl', 'LIKELY_MISSPELT sum']],
  ['additionalProperties: false', ['UNKNOWN_MEMBER totl', 'UNKNOWN_MEMBER sum']],
  ['additionalProperties: true', []],
  ['additionalProperties: { type: number }', []],
  ['patternProperties: { "^s": {} }', []],
  ['allOf: [{ properties: { sum: {} } }]', ['LIKELY_MISSPELT totl']],
  ['anyOf: [{ properties: { sum: {} } }, { required: [total] }]', ['LIKELY_MISSPELT totl']],
  ['if: { properties: { total: { const: 1 } } }, then: { properties: { sum: {} } }', ['LIKELY_MISSPELT totl']],
])(
  'keys that a declared schema does not list are warned of, unless it says that there are others: %j',
  (rest, expected) => {
    const text = `tools:
  - id: pay
    use: core:csv
    schema: { input: {}, output: { type: object, properties: { total: { type: number } }, ${rest} } }
tasks:
  - { id: a, type: basic, use: "tool:pay", with: { text: "a,b" }, on_success: { next: b } }
  - { id: b, type: basic, use: core:log, with: { message: "{{ tasks.a.output.totl }} {{ tasks.a.output.sum }}" } }
`;
    expect(findingsIn(text)).toEqual(expected);
  },
);
