import { expect, test } from 'vitest';
import { session, update } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { isUnchecked } from './diagnostics.ts';

test('a file is checked once one of its texts was, and not because another file was', () => {
  resetSession({ 'a.yaml': 'tasks: []\n', 'b.yaml': 'tasks: []\n' });
  expect(isUnchecked(session.getState())).toBe(true);
  update({ document: { checked: { path: 'a.yaml', text: 'tasks: [ ]\n', diagnostics: [] } } });
  expect(isUnchecked(session.getState())).toBe(false);
  update({ document: { activePath: 'b.yaml' } });
  expect(isUnchecked(session.getState())).toBe(true);
  update({ document: { activePath: null } });
  expect(isUnchecked(session.getState())).toBe(false);
});
