import { type ReactNode, useEffect } from 'react';
import { reloadPage } from '../base/reloadPage.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { showToast } from './Toasts.tsx';

export interface LoadBoundaryProps {
  /** The message to show: `The menu did not open.` */
  readonly message: string;
  /** Called where it could not be drawn: it counts as closed, and may be opened again. Absent: it is missing until the page is reloaded. */
  readonly onFailure?: () => void;
  readonly children: ReactNode;
}

/** Around something small that is loaded later. A failure to load is shown as a notice and affects nothing else. */
export function LoadBoundary({ message, onFailure, children }: LoadBoundaryProps) {
  return (
    <ErrorBoundary renderFallback={(error) => <Failure message={`${message} ${error.message}`} onShown={onFailure} />}>
      {children}
    </ErrorBoundary>
  );
}

interface FailureProps {
  readonly message: string;
  readonly onShown: (() => void) | undefined;
}

function Failure({ message, onShown }: FailureProps) {
  useEffect(() => showToast({ kind: 'error', message, action: { label: 'Reload', run: reloadPage } }), [message]);
  useEffect(() => onShown?.());
  return null;
}
