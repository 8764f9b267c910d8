import { formatShortcut } from '../base/shortcut.ts';
import styles from './Kbd.module.css';

/** A shortcut (`Mod+Enter`) as a key cap, in this platform's signs. */
export function Kbd({ shortcut }: { readonly shortcut: string }) {
  return <kbd className={styles.kbd}>{formatShortcut(shortcut)}</kbd>;
}
