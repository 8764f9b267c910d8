import type { ReactNode } from 'react';
import styles from './ServerView.module.css';

interface NumberTableProps {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    /** True: nothing is left of a limit, or something was refused. */
    readonly isFull?: boolean;
    readonly cells: readonly string[];
  }[];
}

/** A short table under a heading, whose first column names its rows. It scrolls by itself where it is wider than the window. */
export function NumberTable({ title, columns, rows }: NumberTableProps): ReactNode {
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys */}
      <div className={styles.scroller} tabIndex={0} role="group" aria-label={`${title}, as a table`}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, isFull, cells: [name, ...others] }) => (
              <tr key={key} data-full={isFull || undefined}>
                <th scope="row">{name}</th>
                {others.map((cell, index) => (
                  <td key={columns[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
