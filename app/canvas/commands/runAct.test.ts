import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOwnCopy, select } from '../../session/index.ts';
import { collectNotices, resetSession, textOf } from '../../session/testSession.ts';
import { copySelected, pasteClipboard, runAct } from './runAct.ts';

const TEXT = 'tasks:\n  - id: a\n    type: basic\n';

beforeEach(() => resetSession({ 'main.yaml': TEXT }));
afterEach(() => vi.unstubAllGlobals());

function stubClipboard(clipboard: Partial<Clipboard>): void {
  vi.stubGlobal('navigator', { clipboard });
}

test('a paste that the browser refuses says so, and how to paste', async () => {
  stubClipboard({ readText: () => Promise.reject(new DOMException('Denied', 'NotAllowedError')) });
  const notices = collectNotices();
  await pasteClipboard();
  expect(notices).toMatchObject([{ kind: 'error' }]);
  expect(notices[0]?.message).toMatch(/did not let the page read the clipboard.*V to paste/);
  expect(textOf('main.yaml')).toBe(TEXT);
});

test('a paste of an empty clipboard says so', async () => {
  stubClipboard({ readText: async () => ' \n' });
  const notices = collectNotices();
  await pasteClipboard();
  expect(notices).toMatchObject([{ kind: 'info' }]);
  expect(textOf('main.yaml')).toBe(TEXT);
});

test('tasks that are copied are no foreign text when they are pasted', async () => {
  const copied: string[] = [];
  stubClipboard({ writeText: async (text) => void copied.push(text) });
  const notices = collectNotices();
  select({ tasks: ['a'] });
  copySelected();
  await vi.waitFor(() => expect(notices).toMatchObject([{ kind: 'success', message: 'Copied as YAML.' }]));
  expect(copied).toHaveLength(1);
  expect(isOwnCopy(copied[0] ?? '')).toBe(true);
  expect(isOwnCopy('id: other')).toBe(false);
});

test('tasks are cut once they are on the clipboard, and stay where the browser refuses that', async () => {
  const notices = collectNotices();
  select({ tasks: ['a'] });
  stubClipboard({ writeText: () => Promise.reject(new DOMException('Denied', 'NotAllowedError')) });
  runAct('cut', (point) => point);
  await vi.waitFor(() => expect(notices).toMatchObject([{ kind: 'error' }]));
  expect(notices[0]?.message).toMatch(/nothing was cut.*X\.$/);
  expect(textOf('main.yaml')).toBe(TEXT);

  const copied: string[] = [];
  stubClipboard({ writeText: async (text) => void copied.push(text) });
  runAct('cut', (point) => point);
  await vi.waitFor(() => expect(textOf('main.yaml')).not.toContain('id: a'));
  expect(copied).toEqual([expect.stringContaining('id: a')]);
});
