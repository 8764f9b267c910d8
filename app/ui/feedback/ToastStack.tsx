import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { classes } from '../base/classes.ts';
import styles from './Toasts.module.css';

export interface ToastNotice {
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** True: it stays until it is closed, as errors do. */
  readonly stays?: true;
}

export interface ToastStackProps {
  /** Called once notices can be shown. */
  readonly onReady: (show: (notice: ToastNotice) => void) => void;
}

/** Over the canvas, above the drawer where that is open: they hide no step of a run. However high it is, there is room for one. */
const ABOVE = 'min(var(--notice-ground, 56px) + 16px, 80vh)';

/** The notices on screen. */
export function ToastStack({ onReady }: ToastStackProps) {
  useEffect(() => onReady(show), [onReady]);
  return (
    <Toaster
      // Colours are those of our tokens: what it draws in the dark would be stronger than these.
      theme="light"
      position="bottom-center"
      offset={{ bottom: ABOVE }}
      mobileOffset={{ bottom: ABOVE, left: 16, right: 16 }}
      gap={8}
      visibleToasts={4}
      closeButton
      containerAriaLabel="Notices"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: classes(styles.toast),
          title: classes(styles.title),
          content: classes(styles.content),
          actionButton: classes(styles.action),
          closeButton: classes(styles.close),
          icon: classes(styles.icon),
          error: classes(styles.error),
          warning: classes(styles.warning),
          success: classes(styles.success),
        },
      }}
    />
  );
}

function show({ kind, message, action, stays }: ToastNotice): void {
  toast[kind](message, {
    id: `${kind} ${message}`,
    duration: kind === 'error' || stays ? Number.POSITIVE_INFINITY : action ? 10_000 : 5000,
    ...(action ? { action: { label: action.label, onClick: () => leaveAnd(action.run) } } : {}),
  });
}

/** Gives the focus back first: the stack would do so at the next click elsewhere, and close the menu which that opens. */
function leaveAnd(run: () => void): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  run();
}
