import { type ReactNode, useState } from 'react';
import type { SecretInfo, SecretKeep, SecretUse, Variable } from '#engine/worker';
import { changeSecret } from '../session/workspace/index.ts';
import { LockIcon, Trash2Icon, XIcon } from '../ui/icons.ts';
import { Badge, IconButton, SecretField, Select, TextField } from '../ui/index.ts';
import { KEEP_OPTIONS } from './PassphraseDialog.tsx';
import styles from './VariablesPanel.module.css';

/** What a secret may be at a place, in the words of the list. */
const USE_NOTE = {
  credential: 'as a credential',
  content: 'anywhere in a message',
  derived: 'through data of a run',
} as const satisfies Record<SecretUse, string>;

export interface SecretRowProps {
  readonly variable: Variable;
  /** Undefined while it has no value. */
  readonly secret: SecretInfo | undefined;
  readonly isUsed: boolean;
  readonly isReadOnly: boolean;
  /** Asks for the passphrase, then does what needed it. */
  readonly onUnlock: (then: () => void) => void;
  /** Makes it a variable that is no secret; only one without a value can become that. */
  readonly onPlain: () => void;
  readonly onRemove: () => void;
}

/** A secret: whether it has a value, how long it is kept and where it may go. The value itself is nowhere here. */
export function SecretRow(props: SecretRowProps) {
  const { secret, isUsed, isReadOnly, onUnlock, onPlain, onRemove } = props;
  const { name } = props.variable;
  const isLocked = secret?.isLocked === true;
  const keep = secret?.keep ?? 'session';
  function changeKeep(next: SecretKeep) {
    const change = () => void changeSecret({ type: 'keep', name, keep: next });
    if (next === 'passphrase') onUnlock(change);
    else change();
  }
  return (
    <li className={styles.row}>
      <EntryHead name={name} removeLabel={`Delete ${name}`} isReadOnly={isReadOnly} onRemove={onRemove}>
        {!isUsed && <span className={styles.unused}>not used here</span>}
        <Badge tone={secret === undefined ? 'warning' : 'neutral'}>
          {secret === undefined ? 'not set' : isLocked ? 'locked' : 'set'}
        </Badge>
        <IconButton
          size="small"
          label={secret === undefined ? `${name} is a secret` : `${name} is a secret; delete it to have a plain value`}
          icon={<LockIcon />}
          isActive
          disabled={isReadOnly || secret !== undefined}
          onClick={onPlain}
        />
      </EntryHead>
      <SecretField
        size="small"
        aria-label={`Value of ${name}`}
        placeholder={secret === undefined ? 'Value' : 'Type a new value to replace it'}
        disabled={isReadOnly}
        onCommit={(value) => void changeSecret({ type: 'set', name, value, keep })}
      />
      {secret !== undefined && (
        <Select
          size="small"
          aria-label={`How long ${name} is kept`}
          value={keep}
          options={KEEP_OPTIONS}
          disabled={isReadOnly || isLocked}
          onChange={changeKeep}
        />
      )}
      {isLocked && (
        <button type="button" className={styles.link} onClick={() => onUnlock(() => undefined)}>
          Enter the passphrase
        </button>
      )}
      {secret !== undefined && secret.grants.length > 0 && (
        <ul className={styles.origins} aria-label={`Where ${name} may go`}>
          {secret.grants.map((grant) => (
            <li key={`${grant.as} ${grant.origin}`}>
              <code>{grant.origin}</code>
              <span className={styles.use}>{USE_NOTE[grant.as]}</span>
              <IconButton
                size="small"
                label={`No longer let ${name} go to ${grant.origin} ${USE_NOTE[grant.as]}`}
                icon={<XIcon />}
                onClick={() =>
                  void changeSecret({ type: 'grant', name, grants: secret.grants.filter((each) => each !== grant) })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface EntryHeadProps {
  readonly name: string;
  /** What its last button says. */
  readonly removeLabel: string;
  readonly isReadOnly: boolean;
  readonly onRemove: () => void;
  /** Between the name and the button that deletes it. */
  readonly children: ReactNode;
}

/** The first line of a variable, a secret or a server: its name, what can be done to it, and at the end its deletion. */
export function EntryHead({ name, removeLabel, isReadOnly, onRemove, children }: EntryHeadProps): ReactNode {
  return (
    <div className={styles.head}>
      <code className={styles.name}>{name}</code>
      {children}
      <IconButton size="small" label={removeLabel} icon={<Trash2Icon />} disabled={isReadOnly} onClick={onRemove} />
    </div>
  );
}

interface NewNameProps {
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
