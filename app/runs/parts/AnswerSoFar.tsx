import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '../../session/index.ts';
import { textOfCall } from '../../session/run/index.ts';
import styles from './step.module.css';

/** The answer of a model while it streams; `none` until then. Stays at the end unless the user scrolls up. */
export function AnswerSoFar({ call, none }: { readonly call: string | undefined; readonly none: string }): ReactNode {
  const text = useSession((state) => textOfCall(state, call));
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (element !== null && text !== undefined && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  if (text === undefined) return <p className={styles.none}>{none}</p>;
  return (
    <pre
      ref={box}
      className={styles.answer}
      aria-label="Answer so far"
      role="log"
      aria-live="off"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      {text}
    </pre>
  );
}
