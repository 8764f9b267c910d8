import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useIsReadOnly, useSession } from '../session/index.ts';
import { FileCode2Icon } from '../ui/icons.ts';
import { Button, EmptyState, ErrorBoundary, reloadPage } from '../ui/index.ts';
import styles from './SourcePane.module.css';

/** Lines of the text shown while the editor loads: more than fits on a screen. */
const PREVIEW_LINES = 120;

const loadEditor = (): ComponentType => lazy(() => import('./SourceEditor.tsx'));

/** The active file as text. What is typed is the workflow; what is changed elsewhere shows here immediately. */
export function SourcePane(): ReactNode {
  const path = useSession((state) => state.document.activePath);
  const readOnly = useIsReadOnly();
  const isBeside = useSession((state) => state.view.mode === 'split');
  return (
    <section className={`${styles.pane} nokey`} aria-label="Source">
      <header className={styles.header}>
        <FileCode2Icon aria-hidden className={styles.icon} />
        <span className={styles.name}>{path ?? 'No file'}</span>
        <span className={styles.note}>
          {path !== null && (readOnly ?? (isBeside ? 'selection follows the canvas' : null))}
        </span>
      </header>
      <div className={styles.body}>{path === null ? <NoFile /> : <Editor />}</div>
    </section>
  );
}

function NoFile(): ReactNode {
  return (
    <EmptyState icon={<FileCode2Icon aria-hidden />} title="No file is open">
      Open a file, or make a new one, in the Files panel.
    </EmptyState>
  );
}

function Editor(): ReactNode {
  const [LazyEditor, setEditor] = useState(loadEditor);
  return (
    <ErrorBoundary renderFallback={failureOf(() => setEditor(loadEditor))}>
      <Suspense fallback={<Preview />}>
        <LazyEditor />
      </Suspense>
    </ErrorBoundary>
  );
}

function failureOf(reload: () => void) {
  return (_error: Error, retry: () => void): ReactNode => {
    const again = (): void => {
      reload();
      retry();
    };
    return (
      <div className={styles.failed}>
        <div className={styles.failure} role="alert">
          <p>
            <strong>The editor did not load.</strong> Check the connection to the server that this page came from. Your
            text is safe: read it here, and change it on the canvas and in the inspector.
          </p>
          <Button size="small" onClick={again}>
            Try again
          </Button>
          <Button size="small" onClick={reloadPage}>
            Reload the page
          </Button>
        </div>
        <Preview isWhole />
      </div>
    );
  };
}

/** The text as the editor will show it, until the editor is loaded; the whole of it where the editor failed to load. */
function Preview({ isWhole = false }: { readonly isWhole?: boolean }): ReactNode {
  const text = useSession(({ document: { activePath, workspace } }) =>
    activePath === null ? '' : (workspace.files.get(activePath) ?? ''),
  );
  return (
    <pre className={styles.preview} data-whole={isWhole || undefined} aria-busy={!isWhole}>
      {isWhole ? text : text.split('\n', PREVIEW_LINES).join('\n')}
    </pre>
  );
}
