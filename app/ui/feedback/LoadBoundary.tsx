import { type ReactNode, useEffect } from 'react';
import { reloadPage } from '../base/reloadPage.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { showToast } from './Toasts.tsx';

export interface LoadBoundaryProps {
  /** What is told: `The menu did not open.` */
  readonly told: string;
  /** Called where it could not be drawn: it counts as closed, and may be opened again. */
  readonly onFailure: () => void;
  readonly children: ReactNode;
}

/** Around something small that is loaded when it is opened. Where it cannot be, that is told, and nothing else is harmed. */
export function LoadBoundary({ told, onFailure, children }: LoadBoundaryProps) {
  return (
    <ErrorBoundary renderFallback={({ message }) => <Failure message={`${told} ${message}`} onShown={onFailure} />}>
      {children}
    </ErrorBoundary>
  );
}

function Failure({ message, onShown }: { readonly message: string; readonly onShown: () => void }) {
  useEffect(() => {
    showToast({ kind: 'error', message, action: { label: 'Reload', run: reloadPage } });
    onShown();
  });
  return null;
}
