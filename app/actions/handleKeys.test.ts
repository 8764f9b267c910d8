import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resetSession } from '../session/testSession.ts';
import type { Action } from './Action.ts';
import { handleKeys } from './handleKeys.ts';
import { loadActions } from './lateActions.ts';
import { registerActions } from './registry.ts';

const undo = vi.fn<() => void>();
const UNDO: Action = { id: 'edit.undo', label: 'Undo', group: 'Edit', shortcuts: ['Mod+Z'], run: undo };
const noNetwork: { reject: (error: Error) => void } = { reject: () => {} };

let press: (key: string) => boolean;
let stop: () => void;

beforeEach(() => {
  resetSession({ 'a.yaml': 'tasks: []\n' });
  undo.mockClear();
  vi.stubGlobal('HTMLElement', Map);
  registerActions([UNDO]);
  loadActions(() => new Promise((_, reject) => void (noNetwork.reject = reject)));
  const target = new EventTarget();
  stop = handleKeys(target);
  press = (key) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key, code: `Key${key.toUpperCase()}` });
    target.dispatchEvent(Object.assign(event, { ctrlKey: true, metaKey: false, shiftKey: false, altKey: false }));
    return event.defaultPrevented;
  };
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

it('does at once what the first screen has, also where the others are on their way or cannot be loaded', async () => {
  expect(press('z')).toBe(true);
  expect(undo).toHaveBeenCalledTimes(1);
  noNetwork.reject(new Error('No network'));
  await vi.waitFor(() => {
    press('z');
    expect(undo.mock.calls.length).toBeGreaterThan(1);
  });
});

it('does nothing before a key that was pressed earlier and waits for its action', async () => {
  expect(press('k')).toBe(true);
  press('z');
  expect(undo).not.toHaveBeenCalled();
  // What cannot be loaded holds nothing up.
  noNetwork.reject(new Error('No network'));
  await vi.waitFor(() => {
    press('z');
    expect(undo).toHaveBeenCalled();
  });
});
