import type { ReactNode } from 'react';
import { doAction } from './actions/index.ts';
import { DownloadIcon, RotateCwIcon, TriangleAlertIcon } from './ui/icons.ts';
import { Button, EmptyState, ErrorBoundary, LoadError, reloadPage } from './ui/index.ts';

/** A pane that can fail alone: the other panes keep working, the text is kept, and it can be exported from here. */
export function Pane({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <ErrorBoundary
      renderFallback={(error, retry) => (
        <EmptyState
          icon={<TriangleAlertIcon />}
          title={`${name} stopped working`}
          actions={
            <>
              <Button icon={<RotateCwIcon />} onClick={retry}>
                Try again
              </Button>
              {error instanceof LoadError && <Button onClick={reloadPage}>Reload the page</Button>}
              <Button icon={<DownloadIcon />} onClick={() => doAction('file.download')}>
                Download the file
              </Button>
            </>
          }
        >
          Your text is not touched. {error.message}
        </EmptyState>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
