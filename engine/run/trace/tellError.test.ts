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
