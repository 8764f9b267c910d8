import { LoaderCircleIcon } from '../icons.ts';
import styles from './Spinner.module.css';

/** Something is being loaded or computed; `label` names it. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <div className={styles.spinner} role="status">
      <LoaderCircleIcon aria-hidden />
      <span>{label}</span>
    </div>
  );
}
