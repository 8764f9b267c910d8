import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from '../base/classes.ts';
import { Kbd } from '../display/Kbd.tsx';
import { LoaderCircleIcon } from '../icons.ts';
import styles from './Button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one main thing of a place; `ghost` has no border; `danger` is hard to undo. */
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined;
  readonly size?: 'medium' | 'small' | undefined;
  readonly icon?: ReactNode;
  /** Shown as a key cap; it binds nothing. */
  readonly shortcut?: string | undefined;
  /** Shows a spinner in the icon's place and takes no clicks. */
  readonly isBusy?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A push button with a label. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  shortcut,
  isBusy,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      aria-keyshortcuts={shortcut?.replace('Mod', 'Control')}
      className={classes(styles.button, styles[variant], styles[size], className)}
    >
      {isBusy ? <LoaderCircleIcon className={styles.spinner} aria-hidden /> : icon}
      {children}
      {shortcut && (
        <span aria-hidden>
          <Kbd shortcut={shortcut} />
        </span>
      )}
    </button>
  );
}
