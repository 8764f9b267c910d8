import { expect, test } from 'vitest';
import { RunsInMemory } from '../../server/api/testingRuns.ts';
import type { EventPage } from '../RunService.ts';
import { RunTracing } from './RunTracing.ts';
import type { Span } from './Span.ts';

/** Runs that count how many readings of events are under way. */
class CountedRuns extends RunsInMemory {
  reading = 0;
  most = 0;

  override async events(runId: string, page: { after: number; limit: number }): Promise<EventPage | null> {
    this.reading += 1;
    this.most = Math.max(this.most, this.reading);
    await new Promise((resolve) => setImmediate(resolve));
    this.reading -= 1;
    return super.events(runId, page);
  }
}

test('so many runs are followed, and so many read, at a time; the others come once one has ended', async () => {
  const runs = new CountedRuns();
  const ids = Array.from({ length: 30 }, (_, index) => `run-${index}`);
  for (const runId of ids) await runs.start({ workflow: 'hello', input: {}, runId });
  const spans: Span[] = [];
  const watched = (): number => ids.filter((id) => runs.watchersOf(id) > 0).length;
  const sink = { add: (added: readonly Span[]) => void spans.push(...added) };
  const tracing = new RunTracing(runs, sink, { since: 0, bounds: { runs: 10, reads: 3 } });
  await expect.poll(watched).toBe(10);
  for (let ended = 0; ended < ids.length; ended += 10) {
    await expect.poll(watched).toBe(10);
    for (const id of ids) if (runs.watchersOf(id) > 0) runs.finish(id, null);
    await expect.poll(() => spans.length).toBe(ended + 10);
  }
  expect(runs.most).toBe(3);
  await tracing.close();
});
