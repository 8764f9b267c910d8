import { expect, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';
import { tellError } from './tellError.ts';

test('items of an error count from 1, in containers inside of each other, too', () => {
  const { view } = runScript(
    yaml`
      tasks:
        - id: all
          type: composite
          tasks:
            - id: outer
              type: collection
              config: {items: "{{ [[1], [2, 1]] }}", mode: sequential}
              tasks:
                - id: inner
                  type: collection
                  config: {items: "{{ item }}", mode: sequential}
                  tasks: [{id: call, type: basic, use: core:http, with: {item: "{{ item }}"}}]
    `,
    {
      answers: {
        call: (call) => (JSON.stringify(call).includes('"item":2') ? { error: 'EXECUTION_ERROR' } : { value: 1 }),
      },
    },
  );
  expect(view.error?.message).toContain('Item 1 failed: Item 0 failed: ');
  expect(view.error && tellError(view.error)).toContain('Item 2 failed: Item 1 failed: ');
  expect(tellError({ message: 'Item 3 failed: by itself', details: null })).toBe('Item 3 failed: by itself');
});

test('the error of an expression tells whose argument it is, also from inside of an item, and its message stays as it is recorded', () => {
  const { view } = runScript(
    yaml`
      tasks:
        - id: all
          type: collection
          config: {items: "{{ [[1], [2]] }}", mode: sequential}
          tasks:
            - id: call
              type: basic
              use: core:log
              with: {data: {only: "Row {{ pick(item, ['n']) }}"}}
    `,
  );
  const error = view.error ?? { message: '', details: null };
  expect(error.message).toBe('Item 0 failed: with.data.only: pick(): argument 1 is a map, not a list.');
  expect(tellError(error)).toBe(
    "Item 1 failed: with.data.only: in `pick(item, ['n'])`, argument 1, `item`, must be a map, not a list.",
  );
});
