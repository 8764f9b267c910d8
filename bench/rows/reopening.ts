import { measureDisk } from '../openBench.ts';
import { formatTime, type Row, toRow } from '../Row.ts';

/** What the length of a run costs whoever opens it again, in Chromium: until it continues, and until its events are there. */
export async function measureReopening(site: string): Promise<readonly Row[]> {
  const times = await measureDisk<'long' | 'short' | 'longEvents' | 'shortEvents'>(site, {
    what: 'reopening',
    steps: 100_000,
  });
  return [
    toRow({
      what: 'A run of 100,000 steps reopened, until it continues',
      peer: 'one of 1,000 steps',
      ours: times.long,
      theirs: times.short,
      limit: 1.5,
      format: formatTime,
    }),
    toRow({
      what: 'All events of a run of 100,000 steps replayed',
      peer: 'those of 1,000 steps',
      ours: times.longEvents,
      theirs: times.shortEvents,
      limit: null,
      format: formatTime,
    }),
  ];
}
