import { expect, test } from 'vitest';
import { describeSave } from './topParts.tsx';

const DEVICE = { state: 'saved', folder: null, isLost: false, hasUnsaved: false, isInFile: null } as const;
const FOLDER = { ...DEVICE, folder: 'flows' } as const;

test.each([
  [DEVICE, 'Saved on this device'],
  [{ ...DEVICE, state: 'loading' }, 'Loading'],
  [{ ...DEVICE, state: 'saving' }, 'Saving'],
  [{ ...DEVICE, state: 'failed' }, 'Not saved'],
  [FOLDER, 'Saved to flows'],
  [{ ...FOLDER, hasUnsaved: true }, 'Not yet in flows'],
  [{ ...DEVICE, isInFile: true }, 'Saved to your file'],
  [{ ...DEVICE, isInFile: false }, 'Not yet in your file'],
] as const)('of %o it says “%s”', (kept, words) => {
  expect(describeSave(kept)).toBe(words);
});

test('a folder that is lost is never said to hold the files, nor what this device did not keep', () => {
  for (const state of ['loading', 'saving', 'saved'] as const)
    for (const hasUnsaved of [false, true])
      expect(describeSave({ ...FOLDER, state, hasUnsaved, isLost: true })).toBe('Cannot write to flows');
  expect(describeSave({ ...FOLDER, state: 'failed', isLost: true })).toBe('Not saved');
});
