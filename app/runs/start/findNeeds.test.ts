import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { findNeeds } from './findNeeds.ts';

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
