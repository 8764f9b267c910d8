import { expect, test } from 'vitest';
import type { Path } from '#engine';
import { registerPort, select } from '../../session/index.ts';
import { resetSession } from '../../session/testSession.ts';
import { renameSelected } from './renameSelected.ts';

test.each(['named', 'nameless'])('the field of the name takes the focus: %s', (id) => {
  const shown: Path[] = [];
  const free = registerPort('inspector', { focus: () => undefined, reveal: (path) => shown.push(path) });
  resetSession({ 'a.yaml': 'tasks:\n  - { id: named, name: Named, type: wait }\n  - { id: nameless, type: wait }\n' });
  select({ tasks: [id] });
  renameSelected();
  free();
  expect(shown).toEqual([['tasks', id === 'named' ? 0 : 1, 'name']]);
});
