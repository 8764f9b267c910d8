import { expect, test } from 'vitest';
import { applyEdits } from '../../text/index.ts';
import { hoverAt } from '../hover/hoverAt.ts';
import { atCursor } from '../testing.ts';
import { completionsAt } from './completionsAt.ts';

const FILE = 'signalbox.serve.yaml';
const files = new Map([
  ['orders/new.yaml', ''],
  [FILE, ''],
]);

const complete = (marked: string) => {
  const { analysis, offset } = atCursor(marked, FILE);
  return completionsAt(analysis, offset, { files, variables: ['SHOP_SECRET'] });
};
const labels = (marked: string) => complete(marked).map(({ label }) => label);

test('proposes the keys that a place may still get, required ones first', () => {
  expect(labels('env: []\n‸')).toEqual([
    'secrets',
    'reach',
    'repeat',
    'active',
    'queue',
    'limits',
    'keep',
    'files',
    'schedules',
    'webhooks',
    'mcp',
    'on_failure',
  ]);
  expect(labels('schedules:\n  a:\n    cron: "0 3 * * *"\n    ‸')).toEqual([
    'workflow',
    'time_zone',
    'missed',
    'overlap',
    'input',
  ]);
});

test('proposes the values of a key', () => {
  expect(labels('schedules:\n  a:\n    overlap: ‸')).toEqual(['skip', 'queue', 'start']);
  expect(labels('schedules:\n  a:\n    workflow: ‸')).toEqual(['orders/new']);
  expect(labels('mcp:\n  - ‸')).toContain('orders/new');
  expect(labels('schedules:\n  a:\n    time_zone: ‸')).toContain('Europe/Berlin');
  expect(labels('webhooks:\n  a:\n    hmac:\n      secret: ‸')).toEqual(['SHOP_SECRET']);
  expect(labels('webhooks:\n  a:\n    hmac:\n      secret:\n        - file: a\n        - ‸')).toContain('command');
  expect(labels('env:\n  - ‸')).toContain('SHOP_SECRET');
});

test('begins a new schedule with what it needs', () => {
  const marked = 'schedules:\n  ‸';
  const { text } = atCursor(marked, FILE);
  const item = complete(marked).find(({ label }) => label === 'schedule');
  expect(item && applyEdits(text, [{ ...item.range, text: item.insertText }])).toBe(
    'schedules:\n  name:\n    workflow: \n    cron: "0 3 * * *"',
  );
});

test('proposes what expressions of a trigger can read', () => {
  expect(labels('webhooks:\n  a:\n    input: "{{ b‸ }}"')).toEqual(['body', 'headers', 'query', 'method', 'path']);
  expect(labels('schedules:\n  a:\n    input: "{{ ‸ }}"')).toEqual(['schedule.due', 'schedule.name']);
});

test('describes a key that is pointed at', () => {
  const { analysis, offset } = atCursor('schedules:\n  a:\n    over‸lap: skip\n', FILE);
  expect(hoverAt(analysis, offset)?.markdown).toContain('Default: `"skip"`.');
});
