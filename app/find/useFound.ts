import { useEffect, useMemo, useState } from 'react';
import { type LineSearch, readQuery } from '#engine/edit';
import { loadPatterns, PatternsMissing } from '#engine/values';
import { session, treeOf, useSession } from '../session/index.ts';
import type { FindState } from './findState.ts';
import { type Found, NOTHING_FOUND, searchFiles } from './searchFiles.ts';

/** What is found now, and why nothing can be: a pattern that cannot be read. */
export interface FoundNow {
  readonly found: Found;
  readonly problem: string | null;
}

type Search = { readonly ok: true; readonly value: LineSearch } | { readonly ok: false; readonly error: string } | null;

/** Searches the files of the workspace, the open one first, whenever the query or a text changes. */
export function useFound({ text, matchesCase, isWholeWord, isPattern, isInFile }: FindState): FoundNow {
  const files = useSession((state) => state.document.workspace.files);
  const activePath = useSession((state) => state.document.activePath);
  const readings = useSession((state) => state.document.readings);
  const [loaded, setLoaded] = useState(0);
  const [found, setFound] = useState<Found>(NOTHING_FOUND);
  const query = useMemo(
    () => tryRead({ text, matchesCase, isWholeWord, isPattern }),
    // biome-ignore lint/correctness/useExhaustiveDependencies: a pattern is read again when its engine is there.
    [text, matchesCase, isWholeWord, isPattern, loaded],
  );
  useEffect(() => {
    if (query === null) void loadPatterns().then(() => setLoaded((count) => count + 1));
  }, [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the worker has read is searched again for its tasks.
  useEffect(() => {
    if (!query?.ok || text === '') return setFound(NOTHING_FOUND);
    let isWanted = true;
    const order = [...files]
      .filter(([path]) => !isInFile || path === activePath)
      .sort(([a], [b]) => Number(b === activePath) - Number(a === activePath) || a.localeCompare(b));
    void searchFiles(order, {
      search: query.value,
      isWanted: () => isWanted,
      report: setFound,
      treeOf: (path) => treeOf(session.getState(), path),
      pause: () => new Promise((resolve) => setTimeout(resolve)),
      now: () => performance.now(),
    });
    return () => {
      isWanted = false;
    };
  }, [query, files, activePath, isInFile, readings]);
  return { found: query?.ok ? found : NOTHING_FOUND, problem: query?.ok === false ? query.error : null };
}

function tryRead(query: Parameters<typeof readQuery>[0]): Search {
  try {
    return readQuery(query);
  } catch (error) {
    if (error instanceof PatternsMissing) return null;
    throw error;
  }
}
