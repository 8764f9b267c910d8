import { type ReactNode, useState } from 'react';
import { PlusIcon } from '../../ui/icons.ts';
import { Button, TextField, type TextFieldProps } from '../../ui/index.ts';
import styles from './AddButton.module.css';

export interface AddButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** The button below a list that adds to it. */
export function AddButton({ onClick, children }: AddButtonProps): ReactNode {
  return (
    <Button className={styles.add} variant="ghost" size="small" icon={<PlusIcon />} onClick={onClick}>
      {children}
    </Button>
  );
}

interface NewKeyProps extends Pick<TextFieldProps, 'aria-label' | 'placeholder' | 'size' | 'isMono'> {
  /** Called with the key, without blanks around it; with an empty one where it is given up. */
  readonly onDone: (key: string) => void;
}

/** The key of an entry that is about to be. It takes the focus; Enter and leaving it add the entry, Escape gives it up. */
export function NewKey({ onDone, ...look }: NewKeyProps): ReactNode {
  const [key, setKey] = useState('');
  return (
    <TextField
      {...look}
      // The user asked for the entry a moment ago: the caret belongs here.
      ref={(input) => input?.focus()}
      value={key}
      onChange={setKey}
      onBlur={() => onDone(key.trim())}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The key must not reach the field that takes the focus now.
        event.preventDefault();
        onDone(event.key === 'Enter' ? key.trim() : '');
      }}
    />
  );
}
