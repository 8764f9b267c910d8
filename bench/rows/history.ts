import { measureDisk } from '../openBench.ts';
import { formatTime, type Row, toRow } from '../Row.ts';

/** The history of 1,000 runs of 1,000 steps, in Chromium: its first page, and all of it. */
export async function measureHistory(site: string): Promise<readonly Row[]> {
  const times = await measureDisk<'list' | 'page' | 'listAll' | 'pageAll'>(site, {
    what: 'history',
    runs: 1000,
    steps: 1000,
  });
  return [
    toRow({
      what: 'History of 1,000 runs, the newest 50',
      peer: 'one page of an index (floor)',
      ours: times.list,
      theirs: times.page,
      limit: 2,
      format: formatTime,
    }),
    toRow({
      what: 'History of 1,000 runs, all',
      peer: 'one page of an index (floor)',
      ours: times.listAll,
      theirs: times.pageAll,
      limit: 2,
      format: formatTime,
    }),
  ];
}
