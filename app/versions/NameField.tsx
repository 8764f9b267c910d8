import { type ReactNode, useState } from 'react';
import { Button, TextField } from '../ui/index.ts';
import styles from './VersionsPanel.module.css';

export interface NameFieldProps {
  readonly label: string;
  readonly name: string;
  /** With what was typed, without space around it; null: it was given up. */
  readonly onDone: (name: string | null) => void;
}

/** Asks for the name of a version. Enter takes it, Escape gives it up. */
export function NameField({ label, name, onDone }: NameFieldProps): ReactNode {
  const [text, setText] = useState(name);
  return (
    <form
      className={styles.naming}
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text.trim());
      }}
    >
      <TextField
        autoFocus
        aria-label={label}
        placeholder="What it is, in a few words"
        maxLength={120}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(null);
        }}
      />
      <Button size="small" variant="primary" type="submit" disabled={name === '' && text.trim() === ''}>
        Keep
      </Button>
      <Button size="small" onClick={() => onDone(null)}>
        Cancel
      </Button>
    </form>
  );
}
