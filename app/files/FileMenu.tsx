import { useState } from 'react';
import { menuEntryOf } from '../actions/index.ts';
import { openFile, renameFile, setPanel, useIsReadOnly, useSession } from '../session/index.ts';
import { CheckIcon, ChevronDownIcon, FileCode2Icon, FileIcon, FilesIcon, PencilIcon } from '../ui/icons.ts';
import { LoadBoundary, lazyPart, Menu } from '../ui/index.ts';
import styles from './FileMenu.module.css';
import { filesOfMenu } from './filesOfMenu.ts';

const RenameField = lazyPart(() => import('./RenameField.tsx').then((module) => module.RenameField));

/** The open file's name; its menu holds what can be done with it and the other files. */
export function FileMenu() {
  const path = useSession((state) => state.document.activePath);
  const files = useSession((state) => state.document.workspace.files);
  const isReadOnly = useIsReadOnly() !== null;
  const [isRenaming, setIsRenaming] = useState(false);
  const listed = filesOfMenu(files.keys(), path);
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
        ...listed.map((file) => ({
          label: file,
          icon: file === path ? <CheckIcon /> : <FileIcon />,
          onSelect: () => openFile(file),
        })),
        ...(listed.length < files.size
          ? [{ label: `All ${files.size} files`, icon: <FilesIcon />, onSelect: () => setPanel('files') }]
          : []),
      ]}
    />
  );
}
