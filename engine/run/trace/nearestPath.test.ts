import { expect, it } from 'vitest';
import { nearestPath, tellWarning } from './nearestPath.ts';

const known = {
  input: { amount: 5, 'due-date': 'today' },
  tasks: new Map([['fetch', { output: { customer: { name: 'Ada' }, rows: [{ total: 1 }] } }]]),
};

it.each([
  ['tasks.fetch.output.custmer.name', 'tasks.fetch.output.customer.name'],
  ['tasks.fetch.output.customer.nmae', 'tasks.fetch.output.customer.name'],
  ['tasks.fetch.output.rows[0].totl', 'tasks.fetch.output.rows[0].total'],
  ['tasks.fetch.output["custmer"].name', 'tasks.fetch.output["customer"].name'],
  ['tasks.fetch.output?.custmer', 'tasks.fetch.output?.customer'],
  ['input.amout', 'input.amount'],
  ['input.due_date', 'input.due-date'],
])('%s most likely means %s', (path, meant) => {
  expect(nearestPath(path, known)).toBe(meant);
});

it.each([
  'tasks.fetch.output.zebra',
  'tasks.fetch.output.rows[7].total',
  'tasks.other.output.name',
  'input',
  'item.nmae',
  'env.HOME',
  'first(input.rows).nmae',
  '',
])('%s is like nothing that is there', (path) => {
  expect(nearestPath(path, known)).toBeNull();
});

it('adds the name to what the run warned of, and nothing where none is near', () => {
  const message = 'with reads it, so it is null.';
  const advised = `${message} Write \`input.amout ?? …\` if that is meant.`;
  expect(tellWarning({ message, path: 'input.amout' }, known)).toBe(`${message} Did you mean \`input.amount\`?`);
  expect(tellWarning({ message: advised, path: 'input.amout' }, known)).toBe(
    `${message} Did you mean \`input.amount\`?`,
  );
  expect(tellWarning({ message: advised, path: 'input.zebra' }, known)).toBe(advised);
  expect(tellWarning({ message, path: 'input.zebra' }, known)).toBe(message);
  expect(tellWarning({ message, path: null }, known)).toBe(message);
});
