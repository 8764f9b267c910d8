import styles from './visuallyHidden.module.css';

/** Says a message to screen readers when it changes; nothing is seen. */
export function LiveRegion({ message }: { readonly message: string }) {
  return (
    <div className={styles.visuallyHidden} role="status" aria-live="polite" aria-atomic="true">
      {message}
    </div>
  );
}
