import { Toaster, toast } from 'sonner';
import { classes } from './classes.ts';
import styles from './Toasts.module.css';

export interface ToastNotice {
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

/** Shows a passing notice. Errors stay until closed; one with an action stays twice as long. */
export function showToast({ kind, message, action }: ToastNotice): void {
  toast[kind](message, {
    duration: kind === 'error' ? Number.POSITIVE_INFINITY : action ? 10_000 : 5000,
    ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
  });
}

/** The place of toasts; once in the app. */
export function Toasts({ theme }: { readonly theme: 'light' | 'dark' }) {
  return (
    <Toaster
      theme={theme}
      position="bottom-center"
      offset={72}
      mobileOffset={64}
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
