import { Fragment, type ReactNode } from 'react';
import type { Diagnostic } from '#engine';
import { activeAnalysis, closeDialog, setPanel, useDiagnostics, useSession } from '../../session/index.ts';
import { KeyRoundIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import styles from './RunForm.module.css';

/**
 * Before a run starts: which variables its file reads that have no value, and the way to where they get one. Nothing while
 * another file is open: only the open one is checked.
 */
export function UnsetVariables({ path }: { readonly path: string }): ReactNode {
  const diagnostics = useDiagnostics();
  const isOpen = useSession((state) => state.document.activePath === path);
  const names = isOpen ? findUnset(diagnostics, activeAnalysis('own')?.syntax.text ?? '') : [];
  if (names.length === 0) return null;
  return (
    <div className={styles.unset} role="status">
      <KeyRoundIcon aria-hidden />
      <p>
        This workflow uses variables that have no value:{' '}
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

/** Names of variables that a text reads and that have no value, by what its check found; each once, as they come. */
export function findUnset(diagnostics: readonly Diagnostic[], text: string): readonly string[] {
  const places = diagnostics.filter(({ code }) => code === 'UNKNOWN_VARIABLE');
  // `env["NAME"]` is a place with its quotes.
  const names = places.map(({ range }) => text.slice(range.start, range.end).replace(/[^\w$-]/g, ''));
  return [...new Set(names)].filter((name) => name !== '');
}
