import { useEffect, useMemo, useState } from 'react';
import { readQuery } from '#engine/search';
import { loadPatterns } from '#engine/values';
import { session, treeOf, useSession } from '../session/index.ts';
import type { FindState } from './findState.ts';
import { NOTHING_FOUND, type SearchResult, searchFiles } from './searchFiles.ts';

/** What is found now, and why nothing can be: a pattern that cannot be read. */
export interface FoundNow {
  readonly found: SearchResult;
  readonly problem: string | null;
}

/** Searches the files of the workspace, the open one first, whenever the query or a text changes. Until it is done, what was found before is shown. */
export function useFound({ text, matchesCase, isWholeWord, isPattern, isInFile }: FindState): FoundNow {
  const files = useSession((state) => state.document.workspace.files);
  const activePath = useSession((state) => state.document.activePath);
  // What the worker has read is searched again, for its tasks.
  const readings = useSession((state) => state.document.readings);
  const [hasPatterns, setHasPatterns] = useState(false);
  const [last, setLast] = useState<{ readonly found: SearchResult; readonly task: object | null }>({
    found: NOTHING_FOUND,
    task: null,
  });
  const query = useMemo(
    () => (isPattern && !hasPatterns ? null : readQuery({ text, matchesCase, isWholeWord, isPattern })),
    [text, matchesCase, isWholeWord, isPattern, hasPatterns],
  );
  const search = query?.ok === true && text !== '' ? query.value : null;
  const task = useMemo(
    () => ({ search, files, activePath, isInFile, readings }),
    [search, files, activePath, isInFile, readings],
  );
  useEffect(() => {
    if (isPattern) void loadPatterns().then(() => setHasPatterns(true));
  }, [isPattern]);
  useEffect(() => {
    if (task.search === null) return undefined;
    let isWanted = true;
    const order = [...task.files]
      .filter(([path]) => !task.isInFile || path === task.activePath)
      .sort(([a], [b]) => Number(b === task.activePath) - Number(a === task.activePath) || a.localeCompare(b));
    void searchFiles(order, {
      search: task.search,
      isWanted: () => isWanted,
      report: (found) => setLast({ found, task }),
      treeOf: (path) => treeOf(session.getState(), path),
      pause: () => new Promise((resolve) => setTimeout(resolve)),
      now: () => performance.now(),
    });
    return () => {
      isWanted = false;
    };
  }, [task]);
  const isCurrent = last.task === task;
  return {
    found: search === null ? NOTHING_FOUND : isCurrent ? last.found : { ...last.found, isDone: false },
    problem: query?.ok === false ? query.error : null,
  };
}
