import { useState } from 'react';
import { menuEntryOf } from '../actions/index.ts';
import { openFile, renameFile, useIsReadOnly, useSession } from '../session/index.ts';
import { CheckIcon, ChevronDownIcon, FileCode2Icon, FileIcon, PencilIcon } from '../ui/icons.ts';
import { LoadBoundary, lazyPart, Menu } from '../ui/index.ts';
import styles from './FileMenu.module.css';

const RenameField = lazyPart(() => import('./RenameField.tsx').then((module) => module.RenameField));

const SHOWN = 12;

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
      entries={[
        {
          label: 'Rename…',
          icon: <PencilIcon />,
          isDisabled: path === null || isReadOnly,
          // After the menu has given the focus back.
          onSelect: () => setTimeout(() => setIsRenaming(true), 0),
        },
        menuEntryOf('file.duplicate'),
        menuEntryOf('file.save'),
        menuEntryOf('file.download'),
        menuEntryOf('file.downloadLayout'),
        menuEntryOf('file.delete'),
        'separator',
        menuEntryOf('file.new'),
        menuEntryOf('file.open'),
        menuEntryOf('file.folder'),
        ...(files.size > 1 ? (['separator', { heading: 'Open' }] as const) : []),
        ...[...files.keys()].slice(0, SHOWN).map((file) => ({
          label: file,
          icon: file === path ? <CheckIcon /> : <FileIcon />,
          onSelect: () => openFile(file),
        })),
      ]}
    />
  );
}
