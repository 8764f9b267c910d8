import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '../base/classes.ts';
import popup from '../base/popup.module.css';
import { CheckIcon, ChevronsUpDownIcon } from '../icons.ts';
import { Combobox } from './Combobox.tsx';
import { useField } from './Field.tsx';
import styles from './Select.module.css';

export interface SelectOption<Value extends string = string> {
  /** Never empty. */
  readonly value: Value;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean | undefined;
}

export interface SelectProps<Value extends string> {
  /** Null when nothing is chosen. A value that is no option is shown as it is. */
  readonly value: Value | null;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string | undefined;
  readonly size?: 'medium' | 'small' | undefined;
  readonly isInvalid?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
}

/** Above this many options a list is searched instead of read. */
const MOST_OPTIONS = 200;

/** One of a closed list; a long one is searched by typing, as in a {@link Combobox}. For open lists use Combobox. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  return props.options.length > MOST_OPTIONS ? <LongSelect {...props} /> : <ShortSelect {...props} />;
}

function LongSelect<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onChange, placeholder = 'Choose…', isInvalid, disabled } = props;
  return (
    <Combobox
      value={value ?? ''}
      options={options.filter(({ isDisabled }) => isDisabled !== true)}
      allowsCustom={false}
      placeholder={placeholder}
      isInvalid={isInvalid}
      disabled={disabled}
      aria-label={props['aria-label']}
      onCommit={(next) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option) onChange(option.value);
      }}
    />
  );
}

function ShortSelect<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onChange, placeholder = 'Choose…', size = 'medium', isInvalid, ...rest } = props;
  const field = useField();
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root
      value={value ?? ''}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option) onChange(option.value);
      }}
      {...(rest.disabled === undefined ? {} : { disabled: rest.disabled })}
    >
      <Radix.Trigger
        id={field?.id}
        aria-describedby={field?.describedBy}
        aria-invalid={isInvalid || field?.isInvalid || undefined}
        aria-label={rest['aria-label']}
        className={classes(styles.trigger, styles[size], value === null && styles.isEmpty)}
      >
        {chosen?.icon}
        <span className={styles.value}>{chosen?.label ?? value ?? placeholder}</span>
        {chosen?.hint && <span className={popup.hint}>{chosen.hint}</span>}
        <ChevronsUpDownIcon className={styles.chevron} aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={classes(popup.popup, styles.content, 'nokey')}
          position="popper"
          sideOffset={4}
          collisionPadding={8}
        >
          {/* Not Radix' own viewport: it writes a style sheet as HTML, which the page's Trusted Types refuse. */}
          <div role="presentation">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className={popup.item}
                disabled={option.isDisabled === true}
              >
                {option.icon}
                <span className={popup.label}>
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                </span>
                {option.hint && <span className={popup.hint}>{option.hint}</span>}
                <Radix.ItemIndicator asChild>
                  <CheckIcon />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
