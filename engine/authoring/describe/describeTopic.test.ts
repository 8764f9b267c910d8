import { expect, test } from 'vitest';
import { checkFile } from '../../author/index.ts';
import { TEST_EXAMPLE } from './describeTests.ts';
import { describeTopic } from './describeTopic.ts';

function told(topic: string): string {
  const description = describeTopic(topic);
  return description.ok ? description.value : expect.fail(description.error);
}

test('every name that is listed can be described, and says more than its name', () => {
  const lines = told('').split('\n\n');
  expect(lines.length).toBeGreaterThan(7);
  for (const line of lines) {
    const [kind = '', names = ''] = line.split(': ');
    for (const name of names.split(', '))
      expect(told(`${kind} ${name}`).length, `${kind} ${name}`).toBeGreaterThan(name.length + 10);
  }
});

test('a kind alone lists its names, and a name alone is found', () => {
  expect(told('type')).toContain('decision');
  expect(told('decision')).toBe(told('type decision'));
  expect(told('http')).toBe(told('built-in core:http'));
});

test.each([
  ['decison', 'decision'],
  ['function slic', 'slice'],
  ['something that is nowhere', 'Kinds:'],
  ['__proto__', 'Kinds:'],
])('%s is refused with what could be meant', (topic, hint) => {
  const description = describeTopic(topic);
  expect(description.ok ? '' : description.error).toContain(hint);
});

test('a test file is described by an example that is one', () => {
  expect(told('test case')).toContain('- answers:');
  expect(told('test expect')).toContain('- path');
  const workflow =
    'tasks:\n  - { id: fetch, type: basic, use: core:http, with: { url: "https://a.example" }, retry: { attempts: 2, backoff: fixed, interval: 1s }, on_success: { next: store } }\n  - { id: store, type: basic }\n';
  const files = new Map([
    ['orders.yaml', workflow],
    ['orders.test.yaml', TEST_EXAMPLE],
  ]);
  expect(checkFile(files, 'orders.test.yaml')).toEqual([]);
});
