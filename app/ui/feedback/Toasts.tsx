import { useSyncExternalStore } from 'react';
import { createExternalStore } from '../base/createExternalStore.ts';
import { lazyPart } from '../base/lazyPart.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import type { ToastNotice } from './ToastStack.tsx';
import styles from './Toasts.module.css';

/** It says what could not be loaded: it waits for nothing. */
const ToastStack = lazyPart(() => import('./ToastStack.tsx').then((module) => module.ToastStack), undefined, {
  isPart: false,
});

interface ToastQueue {
  /** Notices that wait for the stack, oldest first. */
  readonly waiting: readonly ToastNotice[];
  /** How the stack shows one; null until it is loaded. */
  readonly show: ((notice: ToastNotice) => void) | null;
  /** Whether there was ever a notice: the stack is loaded with the first. */
  readonly isWanted: boolean;
}

const queue = createExternalStore<ToastQueue>({ waiting: [], show: null, isWanted: false });

/**
 * Shows a passing notice. Errors stay until closed; one with an action stays twice as long. The same message again
 * replaces the first, so that a mistake made five times is shown once.
 */
export function showToast(notice: ToastNotice): void {
  const { waiting, show } = queue.get();
  if (show) return show(notice);
  queue.set({ waiting: [...waiting, notice], show, isWanted: true });
}

/** The place of toasts; once in the app. Loaded with the first notice. */
export function Toasts() {
  const isShown = useSyncExternalStore(queue.subscribe, () => queue.get().isWanted);
  if (!isShown) return null;
  return (
    <ErrorBoundary renderFallback={() => <PlainNotices />}>
      <ToastStack onReady={start} />
    </ErrorBoundary>
  );
}

/** The notices that wait where the stack could not be loaded: as plain text, until it is closed. */
function PlainNotices() {
  const waiting = useSyncExternalStore(queue.subscribe, () => queue.get().waiting);
  if (waiting.length === 0) return null;
  return (
    <div className={styles.plain} role="alert">
      {waiting.map(({ message }) => message).join(' ')}{' '}
      <button type="button" onClick={forget}>
        Close
      </button>
    </div>
  );
}

function forget(): void {
  queue.set({ ...queue.get(), waiting: [] });
}

function start(show: (notice: ToastNotice) => void): void {
  const { waiting } = queue.get();
  queue.set({ waiting: [], show, isWanted: true });
  // A live region announces what is added to it, not its first content.
  setTimeout(() => waiting.forEach(show), 0);
}
