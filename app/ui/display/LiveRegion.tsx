import styles from './aloud.module.css';

/** Says a message to screen readers when it changes; nothing is seen. */
export function LiveRegion({ message }: { readonly message: string }) {
  return (
    <div className={styles.aloud} role="status" aria-live="polite" aria-atomic="true">
      {message}
    </div>
  );
}
