import { afterEach, expect, it, vi } from 'vitest';
import { chooseFolder } from './folder.ts';

afterEach(() => vi.unstubAllGlobals());

it('a browser that lets no page open a folder, as over plain HTTP, says so, and what does open one', async () => {
  await expect(chooseFolder()).rejects.toThrow(/over HTTPS.*npx signalbox/);
});

it('a folder is the one that was chosen, and none where the person thought better of it', async () => {
  vi.stubGlobal('showDirectoryPicker', async () => ({ name: 'flows' }));
  expect((await chooseFolder())?.name).toBe('flows');
  vi.stubGlobal('showDirectoryPicker', () => Promise.reject(new DOMException('no', 'AbortError')));
  expect(await chooseFolder()).toBeNull();
});
