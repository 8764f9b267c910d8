import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { runScript, yaml } from '#engine/testing';
import { StepPlace } from './StepPlace.tsx';

const NESTED = yaml`
  tasks:
    - id: orders
      type: collection
      config: { items: [4, 5, 6], mode: sequential, continue_on_error: true }
      tasks:
        - id: lines
          type: collection
          config: { items: "{{ [item, 5] }}", mode: sequential, continue_on_error: true }
          tasks: [{ id: divide, type: map, config: { mapping: { n: "{{ 6 / (item - 6) }}" } } }]
`;

const nameOf = (taskId: string): string => taskId.toUpperCase();

test('a step inside of collections says which items of all of them it is of, and how many failed', () => {
  const run = runScript(NESTED);
  const step = [...run.view.activations.values()].find(
    ({ taskId, status }) => taskId === 'divide' && status === 'error',
  );
  if (step === undefined) throw new Error('No item failed.');
  const markup = renderToStaticMarkup(createElement(StepPlace, { step, run, nameOf, isInside: true }));
  expect(markup.replaceAll(/<[^>]*>/g, '')).toBe('Item 1 of 2 of LINES, in item 3 of ORDERS, 1 failed');
});
