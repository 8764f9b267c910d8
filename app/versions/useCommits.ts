import { useEffect, useState } from 'react';
import type { FolderCommit } from '../platform/index.ts';
import { notify, port, useSession } from '../session/index.ts';

/** The commits that changed a file of the open folder, newest first; empty where it has none, or cannot tell. They are read again once the file is saved. */
export function useCommits(path: string): readonly FolderCommit[] {
  const saved = useSession((state) => state.storage.folder?.onDisk.get(path));
  const [found, setFound] = useState<{ readonly path: string; readonly commits: readonly FolderCommit[] } | null>(null);
  useEffect(() => {
    let isWanted = saved !== undefined;
    void port('folder')
      ?.commits?.(path)
      .then(
        (commits) => isWanted && setFound({ path, commits }),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [path, saved]);
  return found?.path === path && saved !== undefined ? found.commits : [];
}

/** A file's text in a commit; null where it cannot be had, which a notice says. */
export async function readCommitted(path: string, { id, subject }: FolderCommit): Promise<string | null> {
  try {
    const text = (await port('folder')?.readCommit?.(id, path)) ?? null;
    if (text === null) notify({ kind: 'warning', message: `${path} is not in the commit “${subject}”.` });
    return text;
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
    return null;
  }
}
