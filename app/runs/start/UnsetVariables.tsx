import { Fragment, type ReactNode } from 'react';
import { activeAnalysis, closeDialog, setPanel, useDiagnostics } from '../../session/index.ts';
import { KeyRoundIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { findUnset } from './findUnset.ts';
import styles from './RunForm.module.css';

/** Before a run starts: which variables it reads that have no value, and the way to where they get one. */
export function UnsetVariables(): ReactNode {
  const diagnostics = useDiagnostics();
  const names = findUnset(diagnostics, activeAnalysis('own')?.syntax.text ?? '');
  if (names.length === 0) return null;
  return (
    <div className={styles.unset} role="status">
      <KeyRoundIcon aria-hidden />
      <p>
        Not set, so read as null:{' '}
        {names.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            <code>{name}</code>
          </Fragment>
        ))}
      </p>
      <Button
        size="small"
        onClick={() => {
          closeDialog();
          setPanel('variables');
        }}
      >
        Set variables
      </Button>
    </div>
  );
}
