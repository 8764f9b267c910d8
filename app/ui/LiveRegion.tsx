import styles from './LiveRegion.module.css';

/** Says a message to screen readers when it changes; nothing is seen. */
export function LiveRegion({ message }: { readonly message: string }) {
  return (
    <div className={styles.hidden} role="status" aria-live="polite" aria-atomic="true">
      {message}
    </div>
  );
}
