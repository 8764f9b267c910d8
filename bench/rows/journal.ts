import { measureDisk } from '../openBench.ts';
import { formatTime, type Row, toRow } from '../Row.ts';

/** What durability costs, in Chromium: a run with its journal in IndexedDB, and records that are committed together. */
export async function measureJournal(site: string): Promise<readonly Row[]> {
  const run = await measureDisk<'on' | 'off'>(site, { what: 'run', rounds: 1000 });
  const commits = await measureDisk<'grouped' | 'single'>(site, { what: 'commits', records: 2000 });
  return [
    toRow({
      what: 'Loop of 1,000 rounds, journal on (strict, IndexedDB)',
      peer: 'the same without a disk',
      ours: run.on,
      theirs: run.off,
      limit: 1.3,
      format: formatTime,
    }),
    toRow({
      what: 'One of 2,000 records, in a strict journal',
      peer: 'a strict transaction each (floor)',
      ours: commits.grouped,
      theirs: commits.single,
      limit: 1 / 40,
      format: formatTime,
    }),
  ];
}
