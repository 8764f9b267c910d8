import { expect, test } from 'vitest';
import { rankItems } from './CommandMenu.tsx';

function item(label: string, hint?: string, keywords?: readonly string[]) {
  return { id: `task:${label}`, label, hint, keywords, onSelect: () => {} };
}

function labels(search: string, ...items: ReturnType<typeof item>[]) {
  return rankItems([{ heading: 'Tasks', items }], search).flatMap((group) => group.items.map(({ label }) => label));
}

test('what is named so comes before what has the letters in it somewhere', () => {
  expect(labels('done', item('decision'), item('not done yet'), item('done'))).toEqual(['done', 'not done yet']);
  expect(labels('wait', item('approve', 'wait'), item('wait 2'), item('wait'))).toEqual(['wait', 'wait 2', 'approve']);
});

test('letters that are scattered over a label find nothing', () => {
  expect(labels('drill', item('Turn the flow: downwards or to the right'))).toEqual([]);
  expect(labels('drill', item('Arrange'), item('Drill the workflow'))).toEqual(['Drill the workflow']);
  expect(labels('flow turn', item('Turn the flow'))).toEqual(['Turn the flow']);
  expect(labels('flow dog', item('Turn the flow'))).toEqual([]);
});

test('the plural of a word finds it', () => {
  expect(labels('templates', item('Start from a template'), item('Temporary'))).toEqual(['Start from a template']);
});

test('what cannot be done now comes last, and what is only for those who look for it is not in the list of all', () => {
  const off = { ...item('Stop the run'), isDisabled: true, isOnlyFound: true };
  expect(labels('run', off, item('Show the run'))).toEqual(['Show the run', 'Stop the run']);
  expect(labels('', off, item('Show the run'))).toEqual(['Show the run']);
});

test('words of label and keywords together find, last of all', () => {
  expect(labels('export csv', item('Export', undefined, ['table', 'csv']), item('Export CSV'), item('Open'))).toEqual([
    'Export CSV',
    'Export',
  ]);
});

test('groups come by what fits best in them, and go when nothing does', () => {
  const groups = [
    { heading: 'Ends', items: [item('End of the branch')] },
    { heading: 'Tasks', items: [item('end')] },
    { heading: 'Files', items: [item('src')] },
    { heading: 'None', items: [] },
  ];
  expect(rankItems(groups, 'end').map(({ heading }) => heading)).toEqual(['Tasks', 'Ends']);
  expect(rankItems(groups, ' ').map(({ heading }) => heading)).toEqual(['Ends', 'Tasks', 'Files']);
});
