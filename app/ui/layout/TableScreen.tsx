import type { KeyboardEvent, ReactNode, Ref } from 'react';
import styles from './TableScreen.module.css';

export interface TableScreenProps {
  readonly title: string;
  /** How many rows there are, or are shown of how many. */
  readonly count: string;
  /** What closes it. */
  readonly close: ReactNode;
  /** Keys that mean something wherever the focus is. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/** The content of a {@link Screen} that is a table: its title and how many rows it has, then what is above the rows, then the rows. */
export function TableScreen({ title, count, close, onKeyDown, children }: TableScreenProps): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys, wherever the focus is
    <div className={styles.view} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <strong className={styles.title} title={title}>
          {title}
        </strong>
        <span className={styles.count} role="status">
          {count}
        </span>
        {close}
      </header>
      {children}
    </div>
  );
}

export interface TableBarProps {
  /** The accessible name, where what is in it belongs together. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** What is above the rows: what is shown of them, and what can be done with them. */
export function TableBar({ label, children }: TableBarProps): ReactNode {
  return (
    <div className={styles.bar} {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}>
      {children}
    </div>
  );
}

export interface TableSearchProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** The field whose words rows are found by. */
export function TableSearch({ label, placeholder, value, onChange, inputRef }: TableSearchProps): ReactNode {
  return (
    <input
      ref={inputRef}
      type="search"
      className={styles.search}
      placeholder={placeholder}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export interface TableBodyProps {
  /** The rows, which fill what is there. */
  readonly children: ReactNode;
  /** What is told of the chosen row: next to the rows, below them on a phone. */
  readonly details?: ReactNode;
}

/** The rows of a table, with what is told of the chosen one. */
export function TableBody({ children, details }: TableBodyProps): ReactNode {
  return (
    <div className={styles.body}>
      <div className={styles.rows}>{children}</div>
      {details}
    </div>
  );
}
