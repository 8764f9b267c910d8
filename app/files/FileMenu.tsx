import { useState } from 'react';
import { menuEntryOf } from '../actions/index.ts';
import { openFile, renameFile, setPanel, useIsReadOnly, useSession } from '../session/index.ts';
import { CheckIcon, ChevronDownIcon, FileCode2Icon, FileIcon, FilesIcon, PencilIcon } from '../ui/icons.ts';
import { LoadBoundary, lazyPart, Menu, type MenuEntry } from '../ui/index.ts';
import styles from './FileMenu.module.css';

const RenameField = lazyPart(() => import('./RenameField.tsx').then((module) => module.RenameField));

/** The open file's name; its menu holds what can be done with it and the other files. */
export function FileMenu() {
  const path = useSession((state) => state.document.activePath);
  const files = useSession((state) => state.document.workspace.files);
  const isReadOnly = useIsReadOnly() !== null;
  const [isRenaming, setIsRenaming] = useState(false);
  if (isRenaming && path !== null) {
    return (
      <div className={styles.rename}>
        <LoadBoundary message="The file cannot be renamed now." onFailure={() => setIsRenaming(false)}>
          <RenameField
            path={path}
            onDone={(to) => {
              setIsRenaming(false);
              if (to !== null) renameFile(path, to);
            }}
          />
        </LoadBoundary>
      </div>
    );
  }
  return (
    <Menu
      trigger={
        <button type="button" className={styles.trigger}>
          <FileCode2Icon aria-hidden />
          <span className={styles.name}>{path ?? 'No file'}</span>
          <ChevronDownIcon aria-hidden />
        </button>
      }
      entries={() =>
        entriesOf(path, [...files.keys()], {
          canRename: path !== null && !isReadOnly,
          // After the menu has given the focus back.
          rename: () => setTimeout(() => setIsRenaming(true), 0),
        })
      }
    />
  );
}

/** What the menu has. Most of it are actions, which come after the first screen. */
function entriesOf(
  open: string | null,
  paths: readonly string[],
  { canRename, rename }: { readonly canRename: boolean; readonly rename: () => void },
): readonly MenuEntry[] {
  const listed = filesOfMenu(paths, open);
  return [
    { label: 'Rename…', icon: <PencilIcon />, isDisabled: !canRename, onSelect: rename },
    menuEntryOf('file.duplicate'),
    menuEntryOf('file.save'),
    menuEntryOf('file.delete'),
    'separator',
    menuEntryOf('file.new'),
    menuEntryOf('file.open'),
    menuEntryOf('file.folder'),
    ...(paths.length > 1 ? (['separator', { heading: 'Open' }] as const) : []),
    ...listed.map((path) => ({
      label: path,
      icon: path === open ? <CheckIcon /> : <FileIcon />,
      onSelect: () => openFile(path),
    })),
    ...(listed.length < paths.length
      ? [{ label: `All ${paths.length} files`, icon: <FilesIcon />, onSelect: () => setPanel('files') }]
      : []),
  ];
}

/** How many files the menu of the open file lists. */
const MOST = 12;

/** The files that the menu lists: the first dozen, and the open one, which may be the newest of many. */
export function filesOfMenu(files: Iterable<string>, open: string | null): readonly string[] {
  return [...files].filter((file, index) => index < MOST || file === open);
}
