import type { ReactNode } from 'react';
import { classes } from '../base/classes.ts';
import styles from './Badge.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'error' | 'agent' | 'tool' | 'container' | 'wait';

export interface BadgeProps {
  readonly tone?: Tone | undefined;
  readonly icon?: ReactNode;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A short state or count in a soft pill. */
export function Badge({ tone = 'neutral', icon, title, children }: BadgeProps) {
  return (
    <span className={classes(styles.badge, styles[tone])} title={title}>
      {icon}
      {children}
    </span>
  );
}
