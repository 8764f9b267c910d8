import { useState } from 'react';

export interface TextDraft {
  readonly text: string;
  readonly set: (text: string) => void;
  readonly commit: () => void;
  readonly cancel: () => void;
}

/**
 * Text being typed before it counts. Follows `value` until the first keystroke; `commit` reports what changed once,
 * `cancel` returns to `value`. When `value` changes from outside while nothing was typed, the draft follows.
 */
export function useDraft(value: string, onCommit: ((text: string) => void) | undefined): TextDraft {
  const [draft, setDraft] = useState<string | null>(null);
  return {
    text: draft ?? value,
    set: setDraft,
    commit: () => {
      setDraft(null);
      if (draft !== null && draft !== value) onCommit?.(draft);
    },
    cancel: () => setDraft(null),
  };
}
