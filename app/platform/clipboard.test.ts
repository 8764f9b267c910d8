import { afterEach, expect, test, vi } from 'vitest';
import { readClipboard, writeClipboard } from './clipboard.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page that came over plain HTTP; `copies` says whether the browser copies when it is told to. Answers with what is on the clipboard. */
function stubPlainPage(copies: boolean): Map<string, string> {
  const clipboard = new Map<string, string>();
  const page = new EventTarget();
  const clipboardData = { setData: (type: string, text: string) => void clipboard.set(type, text) };
  const execCommand = (): boolean =>
    copies && page.dispatchEvent(Object.assign(new Event('copy', { cancelable: true }), { clipboardData }));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', Object.assign(page, { execCommand }));
  return clipboard;
}

test('a page that came over plain HTTP copies all the same', async () => {
  const clipboard = stubPlainPage(true);
  expect(await writeClipboard('one')).toBe(true);
  expect([...clipboard]).toEqual([['text/plain', 'one']]);
  // What a person copies later is none of its business.
  document.dispatchEvent(Object.assign(new Event('copy'), { clipboardData: { setData: () => clipboard.clear() } }));
  expect(clipboard.size).toBe(1);
});

test('it says so where the browser copies nothing, and reads nothing', async () => {
  stubPlainPage(false);
  expect([await writeClipboard('one'), await readClipboard()]).toEqual([false, null]);
});
