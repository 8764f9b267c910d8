import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { CHANGES_APART, PLANTED_INTERACTIONS } from '../../testing/planted/interactions.ts';
import { tellStep } from './tellStep.ts';
import { proveTrial } from './testing.ts';

beforeAll(() => loadPatterns());

const [trial] = PLANTED_INTERACTIONS;
if (trial === undefined) throw new Error('There is no trial.');
const { base, ours, theirs } = trial;

async function verdictOf(our: string, their: string) {
  const { verdict } = await proveTrial({ base, ours: our, theirs: their, name: '', tests: trial?.tests ?? '' });
  return verdict;
}

test('says as in which side a run goes', async () => {
  expect(await verdictOf(base, base)).toBe('the same');
  expect(await verdictOf(ours, base)).toBe('as in ours');
  expect(await verdictOf(base, ours)).toBe('as in theirs');
  expect(await verdictOf(ours, base.replace('level: info', 'level: warn'))).toBe('as in both');
  expect(await verdictOf(ours, theirs)).toBe('as in neither');
});

test('what is called something else is the same step, and a step that was added is no surprise', async () => {
  const renamed = CHANGES_APART.find(({ name }) => name.startsWith('a task with another name'));
  if (renamed === undefined) throw new Error('There is no such trial.');
  const added = renamed.theirs
    .replace('outputs:', '  - { id: more, type: basic }\noutputs:')
    .replace('on_success: { next: tell }', 'on_success: { next: [tell, more] }');
  expect(await proveTrial({ ...renamed, theirs: added })).toMatchObject({ verdict: 'as in theirs', step: null });
});

test('a call that asks for something else is answered as it was, so that what follows is compared', async () => {
  const { verdict, isGuessed, events } = await proveTrial({
    ...trial,
    ours: base.replace('https://stock.example.com', 'https://store.example.com'),
    theirs: base.replace('https://shop.example.com', 'https://till.example.com'),
  });
  expect({ verdict, isGuessed }).toEqual({ verdict: 'as in both', isGuessed: true });
  expect(events.merged.at(-1)).toMatchObject({ type: 'run.finished', status: 'success' });
});

test.each([
  [0, '“size”: output.value is true in the merged text, false in ours, true in theirs, and true in the base.'],
  [5, '“total”: output.sum is 2200000 in the merged text, 22000 in ours, 22000 in theirs, and 220 in the base.'],
  [45, '“size” does not go to “book” in the merged text; theirs does, and ours does not.'],
])('the first step that is as in neither is told in a sentence: %i', async (index, sentence) => {
  const planted = PLANTED_INTERACTIONS[index];
  if (planted === undefined) throw new Error('There is no such trial.');
  const { step } = await proveTrial(planted);
  expect(step && tellStep(step)).toBe(sentence);
});
