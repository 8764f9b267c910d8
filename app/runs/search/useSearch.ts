import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { registerPort } from '../../session/index.ts';
import { matchesShortcut } from '../../ui/index.ts';
import type { Hit } from './describeHit.ts';

/** The search in the run on screen: whether it is open, and what it has led to. Its bar is loaded when it is first asked for. */
export function useSearch(hasRun: boolean) {
  const [isWanted, setIsWanted] = useState(false);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<Hit | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const open = useCallback(() => {
    setIsWanted(true);
    if (field.current === null) opener.current?.focus();
    else field.current.select();
  }, []);
  const close = (): void => {
    setIsWanted(false);
    setWords('');
    setFound(null);
    opener.current?.focus();
  };
  useEffect(() => registerPort('runSearch', { focus: open }), [open]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!hasRun || event.defaultPrevented) return;
    if (isWanted && field.current === null && isLetter(event)) {
      // The field may be loaded only now, and single letters are keys of the app.
      setWords((before) => before + event.key);
      event.stopPropagation();
    } else if (matchesShortcut(event.nativeEvent, 'Mod+F')) open();
    else return;
    event.preventDefault();
  };
  return { isSearching: isWanted && hasRun, words, setWords, found, setFound, field, opener, open, close, onKeyDown };
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}
