import { type ReactNode, useEffect, useRef } from 'react';
import styles from './CompletionList.module.css';
import type { CompletionState } from './useCompletion.ts';

/** The suggestions under a field. The field keeps the focus. */
export function CompletionList({ completion }: { readonly completion: CompletionState }): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const { id, options, active, setActive, take } = completion;
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const about = options[active]?.documentation ?? '';
  return (
    <div className={styles.box}>
      <div ref={list} id={id} role="listbox" aria-label="Suggestions" className={styles.list}>
        {options.map((option, index) => (
          <div
            key={`${option.label} ${option.insert}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            onPointerMove={() => setActive(index)}
            onMouseDown={(event) => {
              event.preventDefault();
              take(option);
            }}
          >
            <span className={styles.label}>{option.label}</span>
            <span className={styles.detail}>{option.detail}</span>
          </div>
        ))}
      </div>
      {about !== '' && <p className={styles.about}>{about.replaceAll('`', '')}</p>}
    </div>
  );
}
