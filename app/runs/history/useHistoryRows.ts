import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RunSummary } from '#engine/worker';
import {
  findByWords,
  findOnServers,
  mergePage,
  type RunPage,
  readPages,
  readServedPages,
  readTags,
} from '../../session/history/index.ts';
import { useSession } from '../../session/index.ts';
import type { ServedRun } from '../../session/servers/index.ts';
import { type HistoryRow, toRow, toServedRow } from './historyRows.ts';

/** How long after the last keystroke words are looked for, in ms. */
const TYPING = 120;

/** All runs as rows, in no order, as far as they are read. */
export interface HistoryRows {
  readonly rows: readonly HistoryRow[];
  /** False while older ones are still being read. */
  readonly isWhole: boolean;
  /** All tags that are in use, in order. */
  readonly tags: readonly string[];
  /** What is wrong with servers that do not answer. */
  readonly problems: readonly string[];
  /** Reads what was changed again. */
  readonly refresh: () => void;
}

/** The runs of this browser and of all servers; the newest come at once, and what runs meanwhile is read again. */
export function useHistoryRows(): HistoryRows {
  const [runs, setRuns] = useState<ReadonlyMap<string, RunSummary>>(new Map());
  const [isWhole, setIsWhole] = useState(false);
  const [tags, setTags] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const [version, setVersion] = useState(0);
  const served = useServed(version);
  const newest = useSession((state) => state.run.history);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new version reads again
  useEffect(() => {
    let isOver = false;
    void readTags().then((read) => !isOver && setTags(read));
    const take = (page: RunPage): void => setRuns((known) => mergePage(known, page));
    void readPages(take, { isOver: () => isOver }).then(() => !isOver && setIsWhole(true));
    return () => {
      isOver = true;
    };
  }, [version]);
  // A run began, ended or came to a wait: the list of the panel was read again.
  const seen = useRef(newest);
  useEffect(() => {
    if (seen.current === newest) return;
    seen.current = newest;
    let isOver = false;
    const take = (page: RunPage): void => setRuns((known) => mergePage(known, page));
    void readPages(take, { isOver: () => isOver, isNewest: true });
    return () => {
      isOver = true;
    };
  }, [newest]);
  const rows = useMemo(
    () => [
      ...[...runs.values()].map((run) => toRow(run, tags)),
      ...[...served.runs].flatMap(([address, list]) => list.map((run) => toServedRow(run, address, tags))),
    ],
    [runs, served.runs, tags],
  );
  const names = useMemo(() => [...new Set([...tags.values()].flat())].sort(), [tags]);
  const refresh = useCallback(() => setVersion((before) => before + 1), []);
  return { rows, isWhole, tags: names, problems: served.problems, refresh };
}

function useServed(version: number): {
  readonly runs: ReadonlyMap<string, readonly ServedRun[]>;
  readonly problems: readonly string[];
} {
  const servers = useSession((state) => state.workspace.servers);
  const [runs, setRuns] = useState<ReadonlyMap<string, readonly ServedRun[]>>(new Map());
  const [problems, setProblems] = useState<readonly string[]>([]);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new version asks again
  useEffect(() => {
    let isOver = false;
    const read = servers.map((server) =>
      readServedPages(
        server,
        (list) => setRuns((known) => new Map(known).set(server.address, list)),
        () => isOver,
      ),
    );
    void Promise.all(read).then((said) => !isOver && setProblems(said.flatMap((each) => each ?? [])));
    return () => {
      isOver = true;
    };
  }, [servers, version]);
  return { runs, problems };
}

/** The runs that words lead to by what is in them; null while they are looked for, and without words. Asks again when runs end. */
export function useFoundRuns(words: string): ReadonlySet<string> | null {
  const [found, setFound] = useState<ReadonlySet<string> | null>(null);
  const newest = useSession((state) => state.run.history);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a run that has ended may be found, too
  useEffect(() => {
    if (words.trim() === '') {
      setFound(null);
      return;
    }
    let isOver = false;
    const find = async (): Promise<void> => {
      const here = await findByWords(words);
      if (isOver) return;
      setFound(here);
      const there = await findOnServers(words, () => isOver);
      if (!isOver && there.size > 0) setFound(new Set([...here, ...there]));
    };
    const timer = setTimeout(() => void find(), TYPING);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [words, newest]);
  return found;
}
