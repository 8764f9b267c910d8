import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '#engine/values';
import { askMemory } from '../session/workspace/index.ts';
import { Button } from '../ui/index.ts';
import styles from './MemoryPanel.module.css';

export interface ClearQuestionProps {
  readonly question: string;
  readonly memory: JsonObject;
  /** Null: all of the memory. */
  readonly threadId: string | null;
  readonly onDone: (isCleared: boolean) => void;
}

/** Asks before messages are deleted permanently. A failure is shown in place. */
export function ClearQuestion({ question, memory, threadId, onDone }: ClearQuestionProps): ReactNode {
  const keep = useRef<HTMLButtonElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const before = document.activeElement;
    keep.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  async function clear() {
    setIsBusy(true);
    const cleared = await askMemory({ op: 'clear', memory, threadId }, 'asking');
    setIsBusy(false);
    if (cleared.ok) onDone(true);
    else setProblem(cleared.error);
  }
  return (
    <fieldset className={styles.question}>
      <legend>
        <strong>{question}</strong> Messages and working memory are deleted permanently; undo does not bring them back.
      </legend>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Button size="small" variant="danger" isBusy={isBusy} onClick={() => void clear()}>
        Clear
      </Button>
      <Button ref={keep} size="small" onClick={() => onDone(false)}>
        Keep
      </Button>
    </fieldset>
  );
}
