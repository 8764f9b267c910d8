import { ACTIONS } from '../actions/index.ts';
import { closeDialog, useSession } from '../session/index.ts';
import { Dialog, Kbd } from '../ui/index.ts';
import styles from './ShortcutsDialog.module.css';

/** Keys of the canvas: they belong to what is selected there, not to actions of the whole app. */
const CANVAS_KEYS: readonly (readonly [label: string, keys: readonly string[]])[] = [
  ['Walk along the edges', ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']],
  ['Edit the selected task', ['Enter']],
  ['Delete the selection', ['Delete']],
  ['Copy, cut, paste, duplicate', ['Mod+C', 'Mod+X', 'Mod+V', 'Mod+D']],
  ['Select all', ['Mod+A']],
  ['Pan', ['Space']],
  ['Clear the selection', ['Escape']],
];

/** Keys of the comparison of two runs, which fills the window. */
const COMPARISON_KEYS: typeof CANVAS_KEYS = [
  ['Next difference', ['N']],
  ['Previous difference', ['Shift+N']],
  ['Close the comparison', ['Escape']],
];

/** All keys on one page. */
export function ShortcutsDialog() {
  const isOpen = useSession((state) => state.dialog === 'shortcuts');
  const bound = ACTIONS.filter(({ shortcuts }) => shortcuts !== undefined);
  const rowsOf = (scope: 'canvas' | undefined) =>
    bound.filter((action) => action.scope === scope).map(({ label, shortcuts = [] }) => [label, shortcuts] as const);
  return (
    <Dialog isOpen={isOpen} onClose={closeDialog} title="Keyboard shortcuts" size="large">
      <div className={styles.columns}>
        <Keys heading="Everywhere" rows={rowsOf(undefined)} />
        <div>
          <Keys heading="On the canvas" rows={[...CANVAS_KEYS, ...rowsOf('canvas')]} />
          <Keys heading="In a comparison of runs" rows={COMPARISON_KEYS} />
        </div>
      </div>
    </Dialog>
  );
}

function Keys({ heading, rows }: { readonly heading: string; readonly rows: typeof CANVAS_KEYS }) {
  return (
    <section>
      <h3 className={styles.heading}>{heading}</h3>
      <dl className={styles.list}>
        {rows.map(([label, shortcuts]) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              {shortcuts.map((shortcut) => (
                <Kbd key={shortcut} shortcut={shortcut} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
