import { expect, test } from 'vitest';
import { addTask } from '../commands/addTask.ts';
import { removeTasks } from '../commands/removeTasks.ts';
import { setField } from '../commands/setField.ts';
import { refusalIn } from '../testing.ts';

const COMMANDS = {
  addTask: (it: Parameters<typeof addTask>[0]) => addTask(it, { type: 'basic', parent: null }),
  removeTasks: (it: Parameters<typeof addTask>[0]) => removeTasks(it, { ids: ['a'], heal: true }),
  setField: (it: Parameters<typeof addTask>[0]) => setField(it, { path: ['name'], value: 'x' }),
};

test.each(['signalbox.serve.yaml', 'orders.test.yaml', 'orders.cases.yaml'])(
  'no command puts anything of a workflow into %s, which is none',
  (path) => {
    const files = { [path]: 'tasks: [{ id: a, type: basic }]\n' };
    for (const [name, command] of Object.entries(COMMANDS)) expect(refusalIn(files, command), name).toBe('NO_WORKFLOW');
  },
);

test('a file of that name in a folder further down is a workflow', () => {
  expect(refusalIn({ 'deep/signalbox.serve.yaml': 'tasks: []\n' }, COMMANDS.addTask)).toBeNull();
});
