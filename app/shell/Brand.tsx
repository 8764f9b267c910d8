import styles from './Brand.module.css';

/** The mark: three signal posts. */
export function Brand() {
  return (
    <h1 className={styles.brand}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <rect x="1" y="9" width="4" height="10" rx="2" opacity="0.45" />
        <rect x="8" y="1" width="4" height="18" rx="2" />
        <rect x="15" y="5" width="4" height="14" rx="2" opacity="0.75" />
      </svg>
      <span className={styles.name}>Signalbox</span>
    </h1>
  );
}
