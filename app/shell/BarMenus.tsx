import { menuEntryOf } from '../actions/index.ts';
import { useSession } from '../session/index.ts';
import { ChevronDownIcon, EllipsisIcon } from '../ui/icons.ts';
import { Button, IconButton, Menu } from '../ui/index.ts';
import styles from './BarMenus.module.css';

/** On a narrow window: what the bar has no room for. */
export function MoreMenu() {
  useSession((state) => state.document.history);
  return (
    <Menu
      align="end"
      trigger={<IconButton label="More" icon={<EllipsisIcon />} />}
      entries={[
        menuEntryOf('edit.undo'),
        menuEntryOf('edit.redo'),
        'separator',
        menuEntryOf('view.design'),
        menuEntryOf('view.code'),
        menuEntryOf('view.inspector'),
        menuEntryOf('view.drawer'),
        menuEntryOf('run.close'),
        'separator',
        menuEntryOf('file.download'),
        menuEntryOf('file.copy'),
        menuEntryOf('file.svg'),
        menuEntryOf('file.png'),
        menuEntryOf('file.bundle'),
        menuEntryOf('help.palette'),
      ]}
    />
  );
}

/** The other ways to run: with another input, simulated, a part of it. */
export function WaysToRun({ variant }: { readonly variant: 'primary' | 'secondary' }) {
  // What the entries say changes with what is selected, and with the run.
  useSession((state) => state.document.selection);
  useSession((state) => state.run.shown?.view.status);
  return (
    <Menu
      align="end"
      trigger={
        <Button
          variant={variant}
          className={styles.way}
          icon={<ChevronDownIcon aria-hidden />}
          aria-label="More ways to start"
        />
      }
      entries={[
        menuEntryOf('run.start'),
        menuEntryOf('run.again'),
        menuEntryOf('run.simulate'),
        menuEntryOf('run.repeat'),
        'separator',
        menuEntryOf('run.from'),
        menuEntryOf('run.until'),
        menuEntryOf('run.only'),
        'separator',
        menuEntryOf('run.close'),
        menuEntryOf('run.history'),
        menuEntryOf('run.prices'),
      ]}
    />
  );
}
