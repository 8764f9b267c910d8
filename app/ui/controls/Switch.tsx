import { Switch as Radix } from 'radix-ui';
import { useField } from './Field.tsx';
import styles from './Switch.module.css';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
}

/** On or off, effective immediately. */
export function Switch({ checked, onChange, ...rest }: SwitchProps) {
  const field = useField();
  return (
    <Radix.Root
      className={styles.switch}
      id={field?.id}
      aria-describedby={field?.describedBy}
      checked={checked}
      onCheckedChange={onChange}
      {...rest}
    >
      <Radix.Thumb className={styles.thumb} />
    </Radix.Root>
  );
}
