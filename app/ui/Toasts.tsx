import { useSyncExternalStore } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyPart } from './lazyPart.tsx';
import type { ToastNotice } from './ToastStack.tsx';
import styles from './Toasts.module.css';

const ToastStack = lazyPart(() => import('./ToastStack.tsx').then((module) => module.ToastStack));

/** Notices told before the stack was there, oldest first. */
let waiting: readonly ToastNotice[] = [];
let show: ((notice: ToastNotice) => void) | null = null;
let isWanted = false;
const listeners = new Set<() => void>();

/**
 * Shows a passing notice. Errors stay until closed; one with an action stays twice as long. The same words again take the
 * place of the first, so that a mistake made five times is told once.
 */
export function showToast(notice: ToastNotice): void {
  if (show) return show(notice);
  waiting = [...waiting, notice];
  isWanted = true;
  for (const listener of listeners) listener();
}

/** The place of toasts; once in the app. Loaded with the first notice. */
export function Toasts({ theme }: { readonly theme: 'light' | 'dark' }) {
  const isShown = useSyncExternalStore(subscribe, () => isWanted);
  if (!isShown) return null;
  return (
    <ErrorBoundary renderFallback={() => <PlainNotices />}>
      <ToastStack theme={theme} onReady={start} />
    </ErrorBoundary>
  );
}

/** What there is to tell where the stack could not be loaded: plainly, until it is closed. */
function PlainNotices() {
  const told = useSyncExternalStore(subscribe, () => waiting);
  if (told.length === 0) return null;
  return (
    <div className={styles.plain} role="alert">
      {told.map(({ message }) => message).join(' ')}{' '}
      <button type="button" onClick={forget}>
        Close
      </button>
    </div>
  );
}

function forget(): void {
  waiting = [];
  for (const listener of listeners) listener();
}

function start(ready: (notice: ToastNotice) => void): void {
  show = ready;
  const told = waiting;
  waiting = [];
  // A live region says what is put into it, not what it came with.
  setTimeout(() => told.forEach(ready), 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
