import type { ShortcutGroup } from '../actions/index.ts';
import { closeDialog, useSession } from '../session/index.ts';
import { Dialog, Kbd } from '../ui/index.ts';
import styles from './ShortcutsDialog.module.css';

/** All keys on one page. */
export function ShortcutsDialog({ groups }: { readonly groups: readonly ShortcutGroup[] }) {
  const isOpen = useSession((state) => state.view.dialog === 'shortcuts');
  const [everywhere, ...others] = groups;
  return (
    <Dialog isOpen={isOpen} onClose={closeDialog} title="Keyboard shortcuts" size="large">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the list is longer than the dialog and has to scroll by keys */}
      <div className={styles.columns} role="region" aria-label="All shortcuts" tabIndex={0}>
        {everywhere && <Keys group={everywhere} />}
        <div>
          {others.map((group) => (
            <Keys key={group.heading} group={group} />
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function Keys({ group: { heading, rows } }: { readonly group: ShortcutGroup }) {
  return (
    <section>
      <h3 className={styles.heading}>{heading}</h3>
      <dl className={styles.list}>
        {rows.map(({ label, shortcuts }) => (
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
