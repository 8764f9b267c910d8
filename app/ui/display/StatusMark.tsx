import type { ComponentType } from 'react';
import { classes } from '../base/classes.ts';
import {
  CheckIcon,
  HourglassIcon,
  LoaderCircleIcon,
  MinusIcon,
  PauseIcon,
  RotateCwIcon,
  SquareIcon,
  XIcon,
} from '../icons.ts';
import styles from './StatusMark.module.css';

export type Status =
  | 'pending'
  | 'running'
  | 'waiting'
  | 'paused'
  | 'retrying'
  | 'success'
  | 'error'
  | 'handled'
  | 'skipped'
  | 'cancelled'
  | 'interrupted';

const MARKS: Record<
  Status,
  { readonly label: string; readonly Icon: ComponentType<{ 'aria-hidden'?: boolean }> | null }
> = {
  pending: { label: 'Pending', Icon: null },
  running: { label: 'Running', Icon: LoaderCircleIcon },
  waiting: { label: 'Waiting', Icon: HourglassIcon },
  paused: { label: 'Paused', Icon: PauseIcon },
  retrying: { label: 'Retrying', Icon: RotateCwIcon },
  success: { label: 'Success', Icon: CheckIcon },
  error: { label: 'Error', Icon: XIcon },
  handled: { label: 'Handled error', Icon: XIcon },
  skipped: { label: 'Skipped', Icon: MinusIcon },
  cancelled: { label: 'Cancelled', Icon: SquareIcon },
  interrupted: { label: 'Interrupted', Icon: SquareIcon },
};

/** The word for a status, for text next to or instead of the mark. */
export function formatStatus(status: Status): string {
  return MARKS[status].label;
}

export interface StatusMarkProps {
  readonly status: Status;
  readonly size?: 'medium' | 'small' | undefined;
  /** True where the status is also written next to it. */
  readonly isDecorative?: boolean | undefined;
}

/** A round mark of a status: distinguished by shape as well as by colour. */
export function StatusMark({ status, size = 'medium', isDecorative }: StatusMarkProps) {
  const { label, Icon } = MARKS[status];
  const naming = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label, title: label };
  return (
    <span {...naming} className={classes(styles.mark, styles[status], styles[size])}>
      {Icon && <Icon aria-hidden />}
    </span>
  );
}
