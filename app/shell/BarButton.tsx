import type { ReactNode, Ref } from 'react';
import styles from './BarButton.module.css';

export interface BarButtonProps {
  readonly label: string;
  /** A part of the label, below the icon. */
  readonly word: string;
  readonly icon: ReactNode;
  readonly isActive?: boolean | undefined;
  readonly onClick?: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** An icon over a word. */
export function BarButton({ label, word, icon, isActive, ...rest }: BarButtonProps): ReactNode {
  return (
    <button type="button" className={styles.button} aria-label={label} aria-pressed={isActive} {...rest}>
      {icon}
      <span>{word}</span>
    </button>
  );
}
