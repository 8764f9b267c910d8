import { menuEntryOf } from '../actions/index.ts';
import { setPanel, useSession } from '../session/index.ts';
import { ChevronDownIcon, EllipsisIcon, UploadIcon } from '../ui/icons.ts';
import { Button, IconButton, Menu, type MenuEntry } from '../ui/index.ts';
import styles from './BarMenus.module.css';
import bar from './TopBar.module.css';

/** On a narrow window: what the bar has no room for. */
export function MoreMenu() {
  useSession((state) => state.document.history);
  return (
    <Menu
      align="end"
      trigger={<IconButton label="More" icon={<EllipsisIcon />} />}
      entries={[
        menuEntryOf('run.start'),
        'separator',
        menuEntryOf('edit.undo'),
        menuEntryOf('edit.redo'),
        'separator',
        menuEntryOf('view.design'),
        menuEntryOf('view.code'),
        menuEntryOf('view.inspector'),
        menuEntryOf('view.drawer'),
        menuEntryOf('run.close'),
        'separator',
        menuEntryOf('help.palette'),
        'separator',
        ...exportEntries(),
      ]}
    />
  );
}

/** The other ways to run that most need: with another input, simulated, a part of it. The palette has all of them. */
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
        'separator',
        menuEntryOf('run.from'),
        menuEntryOf('run.only'),
      ]}
    />
  );
}

/** Everything that leaves the app as a file or by the clipboard: the open file, all of them, and the run on screen. */
function exportEntries(): readonly MenuEntry[] {
  return [
    { heading: 'This workflow' },
    menuEntryOf('file.download'),
    menuEntryOf('file.downloadLayout'),
    menuEntryOf('file.copy'),
    menuEntryOf('file.svg'),
    menuEntryOf('file.png'),
    menuEntryOf('file.mermaid'),
    { heading: 'All files' },
    menuEntryOf('file.bundle'),
    menuEntryOf('file.downloadAll'),
    { heading: 'The run' },
    menuEntryOf('run.report'),
    menuEntryOf('run.export'),
  ];
}

/** {@link exportEntries}, in the bar: the one place of all that is exported, besides the palette. */
export function ExportMenu() {
  // What the entries say of it, and of the run.
  useSession((state) => state.document.activePath);
  useSession((state) => state.run.shown?.view.status);
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<UploadIcon />}>
          <span className={bar.label}>Export</span>
        </Button>
      }
      entries={exportEntries}
    />
  );
}

/** How many tasks of the file answer with a pin in place of running; leads to the list of them. */
export function PinnedButton() {
  const count = useSession(({ run: { pins }, document: { activePath } }) =>
    pins.size === 0 || activePath === null ? 0 : Object.keys(pins.get(activePath) ?? {}).length,
  );
  if (count === 0) return null;
  return (
    <Button
      variant="ghost"
      title="In every run of this file they answer with what is pinned, and call nothing"
      onClick={() => setPanel('breakpoints')}
    >
      {`${count} pinned`}
    </Button>
  );
}
