import { PlayIcon } from '../../ui/icons.ts';
import { classes } from '../../ui/index.ts';
import type { Direction } from '../model/direction.ts';
import styles from './StartMark.module.css';

/** Marks the task a run begins with. */
export function StartMark({ direction }: { readonly direction: Direction }) {
  return (
    <span className={classes(styles.start, direction === 'down' && styles.above)}>
      <PlayIcon aria-hidden />
      Start
    </span>
  );
}
