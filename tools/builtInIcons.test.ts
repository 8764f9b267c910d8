import { expect, test } from 'vitest';
import { BUILT_INS } from '#engine/model';
import { BUILT_IN_ICONS } from '../app/ui/display/builtInIcons.ts';

test('every built-in has an icon of its own', () => {
  const icons = BUILT_INS.map(({ name }) => BUILT_IN_ICONS[`core:${name}`]);
  expect(icons).not.toContain(undefined);
  expect(new Set(icons).size).toBe(BUILT_INS.length);
});
