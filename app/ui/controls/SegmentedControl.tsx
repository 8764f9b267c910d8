import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classes } from '../base/classes.ts';
import styles from './SegmentedControl.module.css';

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Segment<Value>[];
  readonly onChange: (value: Value) => void;
  readonly size?: 'medium' | 'small' | undefined;
}

/** One of two to four, all in sight. One stop of the Tab key; arrow keys, Home and End choose among them. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, options, onChange, size = 'medium' } = props;
  const group = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, at, options.length);
    const option = options[next];
    if (!option) return;
    event.preventDefault();
    onChange(option.value);
    group.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      className={classes(styles.group, styles[size])}
      onKeyDown={onKeyDown}
    >
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={index === at ? 0 : -1}
          className={styles.segment}
          onClick={() => option.value !== value && onChange(option.value)}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** Where a key leads to from the one that is chosen; -1 for other keys. */
function nextIndex(key: string, at: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
