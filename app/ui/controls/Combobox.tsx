import { Popover as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { classes } from '../base/classes.ts';
import popup from '../base/popup.module.css';
import { ChevronsUpDownIcon } from '../icons.ts';
import styles from './Combobox.module.css';
import { TextField } from './TextField.tsx';

export interface ComboboxOption {
  readonly value: string;
  /** Shown instead of the value when given. */
  readonly label?: string | undefined;
  readonly hint?: string | undefined;
  readonly icon?: ReactNode;
}

export interface ComboboxProps {
  readonly value: string;
  /** Suggestions, best first; filtered by what is typed. */
  readonly options: readonly ComboboxOption[];
  /** A chosen option, or any text when `allowsCustom` (the default): reported on Enter, blur and choice. */
  readonly onCommit: (value: string) => void;
  readonly allowsCustom?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly isMono?: boolean | undefined;
  readonly isInvalid?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly prefix?: ReactNode;
  readonly 'aria-label'?: string | undefined;
}

/** A text field with suggestions. Arrow keys choose, Enter takes, Escape closes. */
export function Combobox({ value, options, onCommit, allowsCustom = true, prefix, ...rest }: ComboboxProps) {
  const listId = useId();
  const [query, setQuery] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const needle = (query ?? '').trim().toLowerCase();
  const shown = options
    .filter((option) => `${option.value} ${option.label ?? ''}`.toLowerCase().includes(needle))
    .slice(0, 200);

  function finish(next: string | null) {
    setIsOpen(false);
    setQuery(null);
    setActive(-1);
    if (next !== null && next !== value && (allowsCustom || options.some((option) => option.value === next)))
      onCommit(next);
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + step + shown.length + (active < 0 && step < 0 ? 1 : 0)) % Math.max(1, shown.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      finish(isOpen && shown[active] ? shown[active].value : query);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      finish(null);
    }
  }

  const current = options.find((option) => option.value === value);
  return (
    <Radix.Root open={isOpen && shown.length > 0} onOpenChange={setIsOpen}>
      <Radix.Anchor asChild>
        <div>
          <TextField
            {...rest}
            prefix={prefix ?? current?.icon}
            role="combobox"
            aria-expanded={isOpen && shown.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
            value={query ?? value}
            onChange={(text) => {
              setQuery(text);
              setIsOpen(true);
              setActive(-1);
            }}
            onClick={() => setIsOpen(true)}
            onBlur={() => finish(query)}
            onKeyDown={handleKey}
            suffix={<ChevronsUpDownIcon aria-hidden />}
          />
        </div>
      </Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          className={classes(popup.popup, styles.content, 'nokey')}
          sideOffset={4}
          collisionPadding={8}
          align="start"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <div role="listbox" id={listId} aria-label="Suggestions">
            {shown.map((option, index) => (
              <div
                key={option.value}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={option.value === value}
                data-selected={index === active}
                className={popup.item}
                onPointerEnter={() => setActive(index)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => finish(option.value)}
              >
                {option.icon}
                <span className={popup.label}>{option.label ?? option.value}</span>
                {option.hint && <span className={popup.hint}>{option.hint}</span>}
              </div>
            ))}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
