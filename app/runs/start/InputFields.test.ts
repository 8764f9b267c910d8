import { expect, test } from 'vitest';
import { toFields } from '../form/toFields.ts';
import { splitFields } from './InputFields.tsx';

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
