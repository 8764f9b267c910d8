import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from '../base/classes.ts';
import { Tooltip } from '../feedback/Tooltip.tsx';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** The accessible name, also the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly shortcut?: string | undefined;
  readonly variant?: 'ghost' | 'outline' | undefined;
  readonly size?: 'large' | 'medium' | 'small' | undefined;
  /** For toggles: sets `aria-pressed` and the accent. Leave undefined for plain buttons. */
  readonly isActive?: boolean | undefined;
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button with an icon only; its label is its name and its tooltip. */
export function IconButton(props: IconButtonProps) {
  const {
    label,
    icon,
    shortcut,
    variant = 'ghost',
    size = 'medium',
    isActive,
    tooltipSide,
    className,
    ...rest
  } = props;
  return (
    <Tooltip label={label} shortcut={shortcut} side={tooltipSide}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isActive}
        {...rest}
        className={classes(styles.button, styles[variant], styles[size], isActive && styles.active, className)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
