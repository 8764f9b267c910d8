import { type ReactNode, useState } from 'react';
import { TextField } from '../ui/index.ts';
import styles from './VariablesPanel.module.css';

export interface NewNameProps {
  readonly label: string;
  readonly placeholder: string;
  /** Why a name cannot be taken; null where it can. */
  readonly explain: (name: string) => string | null;
  /** Called with a name that can be taken; with null where it is given up. */
  readonly onDone: (name: string | null) => void;
}

/** The name of a variable or a server that is about to be. Enter and leaving it take the name, Escape gives it up. */
export function NewName({ label, placeholder, explain, onDone }: NewNameProps): ReactNode {
  const [name, setName] = useState('');
  const problem = name === '' ? null : explain(name);
  const finish = () => onDone(name !== '' && problem === null ? name : null);
  return (
    <div className={styles.new}>
      <TextField
        size="small"
        isMono
        autoFocus
        aria-label={label}
        placeholder={placeholder}
        value={name}
        isInvalid={problem !== null}
        onChange={setName}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish();
          if (event.key === 'Escape') onDone(null);
        }}
      />
      {problem !== null && <p className={styles.problem}>{problem}</p>}
    </div>
  );
}
