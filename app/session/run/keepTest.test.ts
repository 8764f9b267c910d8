import { expect, it } from 'vitest';
import { session } from '../store/store.ts';
import { collectNotices, resetSession, textOf } from '../testSession.ts';
import { keepTest, testsBeside } from './keepTest.ts';

const TEST = { name: 'succeeds', text: 'tests:\n  - { name: succeeds }\n', difference: null };

it('adds a test beside the workflow, which stays open, and says where it is', () => {
  resetSession({ 'a.yaml': 'tasks: []\n' });
  const notices = collectNotices();
  expect(keepTest(testsBeside('a.yaml'), TEST)).toEqual({ path: 'a.test.yaml', name: 'succeeds' });
  expect(textOf('a.test.yaml')).toBe(TEST.text);
  expect(session.getState().document.activePath).toBe('a.yaml');
  expect(notices.at(-1)).toMatchObject({ kind: 'info', message: 'Saved as the test “succeeds” in a.test.yaml.' });
  notices.at(-1)?.action?.run();
  expect(session.getState()).toMatchObject({ document: { activePath: 'a.test.yaml' }, view: { mode: 'code' } });
});

it('adds to the tests that there are, and says why the new one ends in another way', () => {
  resetSession({ 'a.yaml': 'tasks: []\n', 'a.test.yaml': '# mine\n' });
  const notices = collectNotices();
  keepTest(testsBeside('a.yaml'), { ...TEST, text: `# mine\n${TEST.text}`, difference: 'It fails.' }, 'No host ends.');
  expect(textOf('a.test.yaml')).toBe(`# mine\n${TEST.text}`);
  expect(session.getState().document.activePath).toBe('a.yaml');
  expect(notices.at(-1)).toMatchObject({
    kind: 'warning',
    message:
      'Saved as the test “succeeds” in a.test.yaml. The test does not end as the run did. It fails. No host ends. Edit the test to match.',
  });
});
