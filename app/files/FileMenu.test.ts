import { expect, it } from 'vitest';
import { filesOfMenu } from './FileMenu.tsx';

it('lists the first dozen files, and the open one after them', () => {
  const files = Array.from({ length: 20 }, (_, index) => `${index}.yaml`);
  expect(filesOfMenu(files.slice(0, 12), '3.yaml')).toEqual(files.slice(0, 12));
  expect(filesOfMenu(files, '19.yaml')).toEqual([...files.slice(0, 12), '19.yaml']);
});
