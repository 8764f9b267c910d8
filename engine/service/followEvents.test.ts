import { expect, test } from 'vitest';
import { abortWith, followEvents, listAll } from './followEvents.ts';
import type { RunService, ServedRunHead } from './RunService.ts';

/** Events of a run that a test adds to, and who watches it. */
class Events implements Pick<RunService, 'events' | 'watch'> {
  readonly asked: number[] = [];
  readonly watchers = new Set<() => void>();
  #count = 0;
  #hasEnded = false;

  async events(_: string, { after, limit }: { readonly after: number; readonly limit: number }) {
    this.asked.push(after);
    const positions = Array.from({ length: this.#count }, (__, index) => index + 1).filter((one) => one > after);
    const events = positions.slice(0, limit).map((position) => {
      return { position, event: { type: 'run.resumed', seq: position - 1, at: 0 } as const };
    });
    return { events, isLast: this.#hasEnded && events.length === positions.length };
  }

  watch(_: string, onChange: () => void, signal: AbortSignal): void {
    this.watchers.add(onChange);
    signal.addEventListener('abort', () => this.watchers.delete(onChange), { once: true });
  }

  add(count: number, hasEnded = false): void {
    this.#count += count;
    this.#hasEnded = hasEnded;
    for (const onChange of this.watchers) onChange();
  }
}

async function next(pages: ReturnType<typeof followEvents>): Promise<readonly number[] | null | 'over'> {
  const { done, value } = await pages.next();
  return done === true ? 'over' : (value?.events.map(({ position }) => position) ?? null);
}

test('the events of a run come page by page, again after each change, and the watch ends with the last', async () => {
  const run = new Events();
  run.add(202);
  const pages = followEvents(run, 'r', { after: 1, signal: new AbortController().signal });
  expect(await next(pages)).toHaveLength(200);
  expect(await next(pages)).toEqual([202]);
  const later = next(pages);
  await expect.poll(() => run.asked.at(-1)).toBe(202);
  run.add(1, true);
  expect(await later).toEqual([203]);
  expect(await next(pages)).toBe('over');
  expect(run.watchers.size).toBe(0);
});

test('a time without events is told, and an abort ends the wait', async () => {
  const run = new Events();
  const stop = new AbortController();
  const pages = followEvents(run, 'r', { after: 0, lull: 1, signal: stop.signal });
  expect(await next(pages)).toBeNull();
  const later = next(followEvents(run, 'r', { after: 0, signal: stop.signal }));
  await expect.poll(() => run.watchers.size).toBe(2);
  stop.abort();
  expect(await later).toBe('over');
  expect(await next(pages)).toBe('over');
  expect(run.watchers.size).toBe(0);
});

test('all pages of a list are asked for, until nobody wants them', async () => {
  const stop = new AbortController();
  const asked: (string | undefined)[] = [];
  const service: Pick<RunService, 'list'> = {
    list: async ({ cursor }) => {
      asked.push(cursor);
      const id = `run-${asked.length}`;
      return { runs: [{ id } as ServedRunHead], next: id };
    },
  };
  const found: string[] = [];
  for await (const { id } of listAll(service, {}, stop.signal)) {
    found.push(id);
    if (found.length === 2) stop.abort();
  }
  expect([found, asked]).toEqual([
    ['run-1', 'run-2'],
    [undefined, 'run-1'],
  ]);
});

test('a signal aborts with any of others, and is let go of once it has ended', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const { signal, end } = abortWith(one.signal, other.signal);
  const ended = abortWith(other.signal);
  ended.end();
  expect([signal.aborted, ended.signal.aborted]).toEqual([false, true]);
  other.abort();
  expect(signal.aborted).toBe(true);
  end();
  expect(abortWith(other.signal).signal.aborted).toBe(true);
});
