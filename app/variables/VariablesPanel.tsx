import { useMemo, useState } from 'react';
import type { Variable } from '#engine/worker';
import { setVariables, useAnalysis, useIsReadOnly, useSession } from '../session/index.ts';
import { EyeIcon, EyeOffIcon, KeyRoundIcon, LockIcon, LockOpenIcon, PlusIcon, Trash2Icon } from '../ui/icons.ts';
import { Button, EmptyState, IconButton, Panel, PanelSection, TextField } from '../ui/index.ts';
import { checkVariableName, looksSecret } from './checkVariableName.ts';
import { findEnvNames } from './findEnvNames.ts';
import styles from './VariablesPanel.module.css';

/** Values that workflows read as `env.NAME`: kept on this device, never written to a file. */
export function VariablesPanel() {
  const variables = useSession((state) => state.variables);
  const isReadOnly = useIsReadOnly() !== null;
  const analysis = useAnalysis();
  const used = useMemo(() => (analysis ? findEnvNames(analysis.syntax) : []), [analysis]);
  const missing = used.filter((name) => !variables.some((variable) => variable.name === name));
  const [draft, setDraft] = useState<string | null>(null);
  const add = (name: string) => setVariables([...variables, { name, value: '', isSecret: looksSecret(name) }]);
  return (
    <Panel
      title="Variables"
      actions={
        <IconButton
          size="small"
          label="Add a variable"
          icon={<PlusIcon />}
          disabled={isReadOnly}
          onClick={() => setDraft('')}
        />
      }
      footer={
        <p className={styles.note}>
          Values stay on this device and are never written to YAML. Secrets are masked in runs and exports.
        </p>
      }
    >
      {missing.length > 0 && (
        <PanelSection title="Used here, not set">
          <ul className={styles.missing}>
            {missing.map((name) => (
              <li key={name}>
                <Button size="small" icon={<PlusIcon />} disabled={isReadOnly} onClick={() => add(name)}>
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
      {draft !== null && (
        <NewVariable
          variables={variables}
          onDone={(name) => {
            setDraft(null);
            if (name !== null) add(name);
          }}
        />
      )}
      {variables.length === 0 && draft === null && missing.length === 0 ? (
        <EmptyState
          icon={<KeyRoundIcon />}
          title="No variables"
          actions={
            <Button icon={<PlusIcon />} disabled={isReadOnly} onClick={() => setDraft('')}>
              Add a variable
            </Button>
          }
        >
          Keys and settings a workflow reads as <code>{'{{ env.NAME }}'}</code>.
        </EmptyState>
      ) : (
        variables.length > 0 && (
          <PanelSection title="Set on this device">
            <ul className={styles.list}>
              {variables.map((variable) => (
                <VariableRow
                  key={variable.name}
                  variable={variable}
                  isUsed={used.includes(variable.name)}
                  isReadOnly={isReadOnly}
                  onChange={(next) => setVariables(variables.map((other) => (other === variable ? next : other)))}
                  onRemove={() => setVariables(variables.filter((other) => other !== variable))}
                />
              ))}
            </ul>
          </PanelSection>
        )
      )}
    </Panel>
  );
}

interface VariableRowProps {
  readonly variable: Variable;
  readonly isUsed: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (variable: Variable) => void;
  readonly onRemove: () => void;
}

function VariableRow({ variable, isUsed, isReadOnly, onChange, onRemove }: VariableRowProps) {
  const [isShown, setIsShown] = useState(false);
  const { name, value, isSecret } = variable;
  const isHidden = isSecret && !isShown;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <code className={styles.name}>{name}</code>
        {!isUsed && <span className={styles.unused}>not read here</span>}
        <IconButton
          size="small"
          label={isSecret ? `${name} is a secret` : `${name} is not a secret`}
          icon={isSecret ? <LockIcon /> : <LockOpenIcon />}
          isActive={isSecret}
          disabled={isReadOnly}
          onClick={() => onChange({ ...variable, isSecret: !isSecret })}
        />
        <IconButton
          size="small"
          label={`Delete ${name}`}
          icon={<Trash2Icon />}
          disabled={isReadOnly}
          onClick={onRemove}
        />
      </div>
      <TextField
        size="small"
        isMono
        type={isHidden ? 'password' : 'text'}
        autoComplete="new-password"
        aria-label={`Value of ${name}`}
        placeholder="Value"
        value={value}
        disabled={isReadOnly}
        onCommit={(text) => onChange({ ...variable, value: text })}
        suffix={
          isSecret && (
            <IconButton
              size="small"
              label={isShown ? 'Hide the value' : 'Show the value'}
              icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
              onClick={() => setIsShown(!isShown)}
            />
          )
        }
      />
    </li>
  );
}

interface NewVariableProps {
  readonly variables: readonly Variable[];
  readonly onDone: (name: string | null) => void;
}

function NewVariable({ variables, onDone }: NewVariableProps) {
  const [name, setName] = useState('');
  const problem = name === '' ? null : checkVariableName(name, variables);
  const finish = () => onDone(name !== '' && problem === null ? name : null);
  return (
    <div className={styles.new}>
      <TextField
        size="small"
        isMono
        autoFocus
        aria-label="Name of the variable"
        placeholder="NAME"
        value={name}
        isInvalid={problem !== null}
        onChange={setName}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish();
          if (event.key === 'Escape') onDone(null);
        }}
      />
      {problem && <p className={styles.problem}>{problem}</p>}
    </div>
  );
}
