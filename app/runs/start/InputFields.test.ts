import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { toFields } from '../form/toFields.ts';
import { findNeeds, splitFields } from './InputFields.tsx';

const SCHEMA = {
  type: 'object',
  required: ['who', 'rank'],
  properties: {
    who: { type: 'string' },
    rank: { type: 'integer', default: 1 },
    plan: { type: 'string', default: 'paid' },
    limits: { type: 'object', default: { most: 3 } },
    note: { type: 'string' },
  },
} as const;

test('fields that are not required and are as their default says are folded, where there are several', () => {
  const fields = toFields(SCHEMA) ?? [];
  expect([...splitFields(fields, { rank: 1, plan: 'paid', limits: { most: 3 } })]).toEqual(['plan', 'limits']);
  expect([...splitFields(fields, { rank: 1, plan: 'free', limits: { most: 3 } })]).toEqual([]);
});

const AGENT = `agents:
  - {id: a, use: core:agent, config: {provider: openai, model: m}, actions: [{id: x, instructions: y}]}
`;

test.each([
  ['a tool alone', '  - {id: t, type: basic, use: "core:http"}', { models: false, waits: false }],
  [
    'an agent inside a container',
    '  - {id: p, type: parallel, tasks: [{id: t, type: basic, use: "agent:a"}]}',
    { models: true, waits: false },
  ],
  ['a wait', '  - {id: w, type: wait, config: {timeout: 1h, check_interval: 1h}}', { models: false, waits: true }],
  [
    'a retry',
    '  - {id: t, type: basic, retry: {attempts: 1, backoff: fixed, interval: 1h}}',
    { models: false, waits: true },
  ],
  [
    'another workflow',
    '  - {id: t, type: basic, use: "core:workflow", with: {file: b.yaml}}',
    { models: true, waits: true },
  ],
])('%s', (_, tasks, needs) => {
  expect(findNeeds(analyze('a.yaml', `${AGENT}tasks:\n${tasks}\n`).workflow)).toEqual(needs);
});
