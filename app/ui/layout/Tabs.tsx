import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '../base/classes.ts';
import styles from './Tabs.module.css';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A small number next to the label; as an element where it changes often, so that only it is drawn again. */
  readonly count?: ReactNode;
  readonly countTone?: 'neutral' | 'warning' | 'error' | undefined;
  readonly content: ReactNode;
}

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly tabs: readonly Tab<Value>[];
  readonly onChange: (value: Value) => void;
  /** Placed at the right end of the row. */
  readonly trailing?: ReactNode;
  /** Between the row and what the tabs hold. */
  readonly below?: ReactNode;
  readonly className?: string | undefined;
}

/** Tabs over panels; only the chosen panel is rendered, and it fills what is left of the height and scrolls by itself. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onChange,
  trailing,
  below,
  className,
}: TabsProps<Value>) {
  return (
    <Radix.Root
      className={classes(styles.root, className)}
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next);
        if (tab) onChange(tab.value);
      }}
    >
      <div className={styles.bar}>
        <Radix.List className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
              {tab.label}
              {tab.count !== undefined && (
                <span className={classes(styles.count, styles[tab.countTone ?? 'neutral'])}>{tab.count}</span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {trailing && <div className={styles.trailing}>{trailing}</div>}
      </div>
      {below}
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={styles.content} tabIndex={-1}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
