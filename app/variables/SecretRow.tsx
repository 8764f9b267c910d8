import type { SecretInfo, SecretKeep, SecretUse, Variable } from '#engine/worker';
import { changeSecret } from '../session/workspace/index.ts';
import { LockIcon, XIcon } from '../ui/icons.ts';
import { Badge, IconButton, SecretField, Select } from '../ui/index.ts';
import { EntryHead } from './EntryHead.tsx';
import { KEEP_OPTIONS } from './keepOptions.ts';
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
