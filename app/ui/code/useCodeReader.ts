import { useContext, useEffect, useState } from 'react';
import { CodeEditors, type CodeReader } from './CodeEditors.ts';

/** What reads code, once it is loaded; null until then, and where it cannot be. */
export function useCodeReader(): CodeReader | null {
  const reader = useContext(CodeEditors)?.reader;
  const [loaded, setLoaded] = useState(() => reader?.loaded() ?? null);
  useEffect(() => {
    let isShown = true;
    if (loaded === null)
      reader?.load().then(
        (read) => isShown && setLoaded(read),
        () => undefined,
      );
    return () => {
      isShown = false;
    };
  }, [reader, loaded]);
  return loaded;
}
