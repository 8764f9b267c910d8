import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { describeTaskIds, nameTask } from './describeTaskIds.ts';

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

test('tasks without a unique id are described by name or place', () => {
  expect(describeTaskIds(graph, '“a” leads to “a#tasks/1”.')).toBe('“a” leads to “a” (number 2 of that id).');
  expect(describeTaskIds(graph, '"#tasks/2" never runs')).toBe('The task "Send" never runs');
  expect(describeTaskIds(graph, 'Move “#tasks/3”')).toBe('Move the task imported from “./x.yaml#t”');
  expect(describeTaskIds(graph, '"#tasks/4/tasks/0" and "box"')).toBe('The 1st task in "box" and "box"');
});

test('places are counted', () => {
  const tasks = '  - { type: map }\n'.repeat(22) + '  - { type: composite, tasks: [{ type: map }] }\n';
  const many = analyze('a.yaml', `tasks:\n${tasks}`).graph;
  const describeAt = (place: string) => describeTaskIds(many, `after “#tasks/${place}”`);
  expect(['1', '2', '3', '10', '11', '20'].map(describeAt)).toEqual([
    'after the 2nd task',
    'after the 3rd task',
    'after the 4th task',
    'after the 11th task',
    'after the 12th task',
    'after the 21st task',
  ]);
  expect(describeAt('22/tasks/0')).toBe('after the 1st task in the 23rd task');
});

test('a task without name and id is called by its place', () => {
  const called = ['a', 'a#tasks/1', '#tasks/2', '#tasks/3', '#tasks/4/tasks/0', 'gone'].map((id) =>
    nameTask(graph, id),
  );
  expect(called).toEqual(['a', 'a', 'Send', 'The 4th task', 'The 1st task', 'gone']);
});

test('what is no task stays as it is', () => {
  const message = 'There is no "b#tasks/1", and "./a.yaml#x/1" is an import.';
  expect(describeTaskIds(graph, message)).toBe(message);
});
