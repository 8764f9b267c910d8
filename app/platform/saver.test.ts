import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readStorageReason } from '#engine/worker';
import { createSaver, StorageFailure, toStorageFailure } from './saver.ts';

describe('a saver', () => {
  let written: string[];
  let states: string[];
  beforeEach(() => {
    vi.useFakeTimers();
    written = [];
    states = [];
  });
  afterEach(() => vi.useRealTimers());

  function start(write: (value: string) => Promise<unknown> = async (value) => written.push(value)) {
    return createSaver<string>({ durable: '', write, onState: ({ state }) => states.push(state) });
  }

  it('waits for a rest of 300 ms, but never longer than a second', async () => {
    const saver = start();
    for (let count = 1; count <= 12; count++) {
      saver.schedule(String(count));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(written).toEqual(['10']);
    await vi.advanceTimersByTimeAsync(300);
    expect(written).toEqual(['10', '12']);
  });

  it('says saved only once the newest value is durable', async () => {
    let finish: (() => void) | undefined;
    const saver = start(() => new Promise<void>((resolve) => (finish = resolve)));
    saver.schedule('a');
    const done = saver.flush();
    saver.schedule('b');
    finish?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(states).not.toContain('saved');
    expect(saver.durable()).toBe('a');
    finish?.();
    expect(await done).toBe(true);
    expect(states.at(-1)).toBe('saved');
    expect(saver.durable()).toBe('b');
  });

  it('tries again after a failure, unless another tab took over', async () => {
    let failure: Error | null = new StorageFailure('quota');
    const saver = start(async (value) => {
      if (failure) throw failure;
      written.push(value);
    });
    saver.schedule('a');
    expect(await saver.flush()).toBe(false);
    expect(states.at(-1)).toBe('failed');
    failure = null;
    await vi.advanceTimersByTimeAsync(3000);
    expect(written).toEqual(['a']);
    failure = new StorageFailure('fenced');
    saver.schedule('b');
    await saver.flush();
    failure = null;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written).toEqual(['a']);
  });

  it('says after 700 ms that storage does not answer, and saved once it did', async () => {
    let finish: (() => void) | undefined;
    const saver = start(() => new Promise<void>((resolve) => (finish = resolve)));
    saver.schedule('a');
    const done = saver.flush();
    await vi.advanceTimersByTimeAsync(699);
    expect(states.at(-1)).toBe('saving');
    await vi.advanceTimersByTimeAsync(1);
    expect(states.at(-1)).toBe('failed');
    finish?.();
    expect(await done).toBe(true);
    expect(states.at(-1)).toBe('saved');
  });

  it('writes again what storage has lost, also when that is noticed in the middle of a write', async () => {
    const froms: string[] = [];
    let finish: (() => void) | undefined;
    const saver = createSaver<string>({
      durable: '',
      write: (value, durable) => {
        froms.push(`${durable}>${value}`);
        return new Promise<void>((resolve) => (finish = resolve));
      },
      onState: ({ state }) => states.push(state),
    });
    saver.schedule('a');
    void saver.flush();
    const done = saver.invalidate('nothing');
    finish?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(states).not.toContain('saved');
    finish?.();
    expect(await done).toBe(true);
    expect(froms).toEqual(['>a', 'nothing>a']);
  });
});

it.each([
  ['QuotaExceededError', 'quota', /no room left/],
  ['SecurityError', 'unavailable', /store anything/],
  ['InvalidStateError', 'unavailable', /store anything/],
  ['VersionError', 'outdated', /newer version/],
  ['UnknownError', 'failed', /could not be written/],
])('%s has the reason that it has for runs too: %s', (name, reason, words) => {
  const error = new DOMException('no', name);
  expect(readStorageReason(error)).toBe(reason);
  expect(toStorageFailure(error)).toMatchObject({ reason, message: expect.stringMatching(words), cause: error });
});

it('knows a browser in which a person has blocked what sites keep', () => {
  const error = new DOMException('The user denied permission to access the database.', 'UnknownError');
  expect(toStorageFailure(error).reason).toBe('unavailable');
});

it('keeps a failure that is one already, and knows a browser without the name', () => {
  const failure = new StorageFailure('gone');
  expect(toStorageFailure(failure)).toBe(failure);
  expect(toStorageFailure(new ReferenceError('indexedDB is not defined')).reason).toBe('unavailable');
});
