import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { sayTasks } from './sayTasks.ts';

const { graph } = analyze(
  'a.yaml',
  `tasks:
  - { id: a, type: map }
  - { id: a, type: map }
  - { name: Send, type: map }
  - { import: ./x.yaml#t }
  - id: box
    type: composite
    tasks: [{ type: map }]
`,
);

test('tasks that no id names are told in words', () => {
  expect(sayTasks(graph, '“a” leads to “a#tasks/1”.')).toBe('“a” leads to “a” (number 2 of that id).');
  expect(sayTasks(graph, '"#tasks/2" never runs')).toBe('the task "Send" never runs');
  expect(sayTasks(graph, '“#tasks/3”')).toBe('the task imported from “./x.yaml#t”');
  expect(sayTasks(graph, '"#tasks/4/tasks/0" and "box"')).toBe('task 1 of its list, which has no id and "box"');
});

test('what is no task stays as it is', () => {
  const message = 'There is no "b#tasks/1", and "./a.yaml#x/1" is an import.';
  expect(sayTasks(graph, message)).toBe(message);
});
