import type { ReactNode } from 'react';
import { classes } from '../base/classes.ts';
import styles from './Panel.module.css';

export interface PanelProps {
  readonly title: ReactNode;
  /** Buttons at the right of the header. */
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A titled region that fills its pane and scrolls by itself. Keys typed in it never reach the canvas. */
export function Panel({ title, actions, footer, className, children }: PanelProps) {
  return (
    <section
      className={classes(styles.panel, 'nokey', className)}
      aria-label={typeof title === 'string' ? title : undefined}
    >
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.body}>{children}</div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </section>
  );
}

/** A group inside a panel, under a quiet heading. */
export function PanelSection({
  title,
  actions,
  children,
}: {
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <header className={styles.sectionHeader}>
        <h3 className={styles.sectionTitle}>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
