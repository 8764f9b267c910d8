import { useEffect, useState } from 'react';
import { type ListedVersion, onVersions, readVersionedPaths, readVersions } from '../session/versions/index.ts';

/** What is known of something that is read from this device. */
export interface StoredAnswer<Value> {
  /** Null until it is read. */
  readonly value: Value | null;
  /** Why it cannot be read, for the user. */
  readonly problem: string | null;
}

/** The versions of a file, newest first; they follow what is kept. */
export function useVersions(path: string | null): StoredAnswer<readonly ListedVersion[]> {
  return useRead(path ?? '', readOne);
}

/** The files that have versions. */
export function useVersionedPaths(): StoredAnswer<readonly string[]> {
  return useRead('', readVersionedPaths);
}

const readOne = (path: string) => (path === '' ? Promise.resolve([]) : readVersions(path));

function useRead<Value>(key: string, read: (key: string) => Promise<Value>): StoredAnswer<Value> {
  const [answer, setAnswer] = useState<StoredAnswer<Value> & { readonly key: string }>({
    key,
    value: null,
    problem: null,
  });
  useEffect(() => {
    let isWanted = true;
    const refresh = (): void =>
      void read(key).then(
        (value) => isWanted && setAnswer({ key, value, problem: null }),
        (error: Error) => isWanted && setAnswer({ key, value: null, problem: error.message }),
      );
    refresh();
    const stop = onVersions(refresh);
    return () => {
      isWanted = false;
      stop();
    };
  }, [key, read]);
  return answer.key === key ? answer : { value: null, problem: null };
}
