import { useMemo, useState } from 'react';
import type { Variable } from '#engine/worker';
import { useAnalysis, useIsReadOnly, useSession } from '../session/index.ts';
import { changeSecret, sealSecret, setVariables } from '../session/workspace/index.ts';
import { KeyRoundIcon, LockOpenIcon, PlusIcon } from '../ui/icons.ts';
import { Button, EmptyState, IconButton, LinesField, Panel, PanelSection } from '../ui/index.ts';
import { checkVariableName, looksSecret } from './checkVariableName.ts';
import { findEnvNames, findServerNames } from './findEnvNames.ts';
import { McpServers } from './McpServers.tsx';
import { KEEP_NOTE, PassphraseDialog } from './PassphraseDialog.tsx';
import { EntryHead, NewName, SecretRow } from './SecretRow.tsx';
import styles from './VariablesPanel.module.css';

/** Values that workflows read as `env.NAME`: kept on this device, never written to a file. */
export function VariablesPanel() {
  const variables = useSession((state) => state.workspace.variables);
  const isReadOnly = useIsReadOnly() !== null;
  const analysis = useAnalysis('own');
  const servers = useSession((state) => state.workspace.mcpServers);
  const used = useMemo(() => {
    const names = [...(analysis ? findEnvNames(analysis.syntax) : []), ...findServerNames(servers)];
    return [...new Set(names)].sort();
  }, [analysis, servers]);
  const missing = used.filter((name) => !variables.some((variable) => variable.name === name));
  const secrets = useSession((state) => state.workspace.secrets.secrets);
  const [isAdding, setIsAdding] = useState(false);
  /** What waits for the passphrase. */
  const [unlocking, setUnlocking] = useState<(() => void) | null>(null);
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
          onClick={() => setIsAdding(true)}
        />
      }
      footer={
        <p className={styles.note}>
          Values are never written to YAML. A secret goes only where you let it, and is masked in runs and exports.{' '}
          {KEEP_NOTE}
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
      {isAdding && (
        <NewName
          label="Name of the variable"
          placeholder="NAME"
          explain={(name) => checkVariableName(name, variables)}
          onDone={(name) => {
            setIsAdding(false);
            if (name !== null) add(name);
          }}
        />
      )}
      {variables.length === 0 && !isAdding && missing.length === 0 ? (
        <EmptyState
          icon={<KeyRoundIcon />}
          title="No variables"
          actions={
            <Button icon={<PlusIcon />} disabled={isReadOnly} onClick={() => setIsAdding(true)}>
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
              {variables.map((variable) => {
                const { name } = variable;
                const row = { variable, isUsed: used.includes(name), isReadOnly };
                const remove = () => setVariables(variables.filter((other) => other !== variable));
                return variable.isSecret ? (
                  <SecretRow
                    key={name}
                    {...row}
                    secret={secrets.find((each) => each.name === name)}
                    onPlain={() =>
                      setVariables(
                        variables.map((other) => (other === variable ? { ...variable, isSecret: false } : other)),
                      )
                    }
                    onUnlock={(then) => setUnlocking(() => then)}
                    onRemove={() => void changeSecret({ type: 'remove', name }).then((isDone) => isDone && remove())}
                  />
                ) : (
                  <VariableRow
                    key={name}
                    {...row}
                    onChange={(value) =>
                      setVariables(variables.map((other) => (other === variable ? { ...variable, value } : other)))
                    }
                    onRemove={remove}
                  />
                );
              })}
            </ul>
          </PanelSection>
        )
      )}
      <McpServers />
      {unlocking !== null && (
        <PassphraseDialog
          isKnown={secrets.some(({ keep }) => keep === 'passphrase')}
          onClose={() => setUnlocking(null)}
          onUnlocked={unlocking}
        />
      )}
    </Panel>
  );
}

interface VariableRowProps {
  readonly variable: Variable;
  readonly isUsed: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string) => void;
  readonly onRemove: () => void;
}

function VariableRow({ variable, isUsed, isReadOnly, onChange, onRemove }: VariableRowProps) {
  const { name, value } = variable;
  return (
    <li className={styles.row}>
      <EntryHead name={name} removeLabel={`Delete ${name}`} isReadOnly={isReadOnly} onRemove={onRemove}>
        {!isUsed && <span className={styles.unused}>not used here</span>}
        <IconButton
          size="small"
          label={`Make ${name} a secret`}
          icon={<LockOpenIcon />}
          disabled={isReadOnly}
          onClick={() => void sealSecret(variable)}
        />
      </EntryHead>
      <LinesField
        size="small"
        isMono
        aria-label={`Value of ${name}`}
        placeholder="Value"
        value={value}
        disabled={isReadOnly}
        onCommit={onChange}
      />
    </li>
  );
}
