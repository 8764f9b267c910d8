import { SparklesIcon } from '../icons.ts';
import styles from './SimulatedMark.module.css';

/** The small mark of an answer that was made up. The run says it in words, once. */
export function SimulatedMark() {
  return (
    <span role="img" aria-label="Simulated answer" className={styles.mark} title="Simulated: this answer was made up">
      <SparklesIcon aria-hidden />
    </span>
  );
}
