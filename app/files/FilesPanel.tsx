import { useEffect, useState } from 'react';
import { doAction, menuEntryOf, useAction } from '../actions/index.ts';
import { downloadText } from '../platform/index.ts';
import {
  duplicateFile,
  openFile,
  removeFile,
  renameFile,
  session,
  useIsReadOnly,
  useSession,
} from '../session/index.ts';
import { readTestData, withFolders } from '../session/storage/index.ts';
import {
  CopyPlusIcon,
  DownloadIcon,
  EllipsisIcon,
  FileCode2Icon,
  FilePlus2Icon,
  FolderIcon,
  PencilIcon,
  PlusIcon,
  Trash2Icon,
} from '../ui/icons.ts';
import { Button, classes, EmptyState, IconButton, Menu, type MenuEntry, Panel, PanelSection } from '../ui/index.ts';
import { downloadFile } from './downloadActions.tsx';
import styles from './FilesPanel.module.css';
import { RenameField } from './RenameField.tsx';

/** The files of the workspace, and the ways in and out of it. */
export function FilesPanel() {
  const files = useSession((state) => state.document.workspace.files);
  const folder = useSession((state) => state.storage.folder);
  const toReopen = useSession((state) => state.storage.folderToReopen);
  const create = useAction('file.new');
  const [renaming, setRenaming] = useState<string | null>(null);
  const all = [...files.keys()].sort((a, b) => a.localeCompare(b));
  const isElsewhere = (path: string) => folder !== null && folder.others.has(path) && !folder.onDisk.has(path);
  const groups = [
    { title: folder?.name ?? 'Workspace', paths: all.filter((path) => !isElsewhere(path)) },
    { title: 'On this device only', paths: all.filter(isElsewhere) },
  ].filter(({ paths }) => paths.length > 0);
  return (
    <Panel
      title="Files"
      actions={
        <Menu
          align="end"
          trigger={<IconButton size="small" label="Add a file" icon={<PlusIcon />} />}
          entries={[
            menuEntryOf('file.new'),
            menuEntryOf('file.template'),
            menuEntryOf('file.open'),
            menuEntryOf('file.paste'),
            menuEntryOf('file.folder'),
          ]}
        />
      }
      footer={
        folder ? (
          <FolderFooter name={folder.name} />
        ) : toReopen !== null ? (
          <ReopenFooter name={toReopen} />
        ) : (
          <p className={styles.note}>Files are kept on this device. Drop a file anywhere to open it.</p>
        )
      }
    >
      {all.length === 0 ? (
        <EmptyState
          icon={<FileCode2Icon />}
          title="No files"
          actions={
            <Button icon={<FilePlus2Icon />} onClick={create.run}>
              New workflow
            </Button>
          }
        >
          Start a workflow, or open one from this device.
        </EmptyState>
      ) : (
        groups.map(({ title, paths }) => (
          <PanelSection key={title} title={title}>
            <ul>
              {paths.map((path) => (
                <FileRow
                  key={path}
                  path={path}
                  isUnsaved={folder !== null && !isElsewhere(path) && folder.onDisk.get(path) !== files.get(path)}
                  isRenaming={renaming === path}
                  onRename={(isOn) => setRenaming(isOn ? path : null)}
                />
              ))}
            </ul>
          </PanelSection>
        ))
      )}
      <TestData />
    </Panel>
  );
}

/** Rows, recorded runs and kept answers that the tests here read: they are no documents, and go along with all files. */
function TestData() {
  const files = useSession((state) => state.document.workspace.files);
  const [data, setData] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    void readTestData(session.getState()).then((found) => {
      if (isCurrent && files.size > 0) setData(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [files]);
  if (data.size === 0) return null;
  return (
    <PanelSection title="Test data">
      <ul>
        {[...data].map(([path, text]) => (
          <li key={path} className={styles.row}>
            <span className={styles.name} title={path}>
              {path}
            </span>
            <IconButton
              size="small"
              label={`Download ${path}`}
              icon={<DownloadIcon />}
              className={styles.more}
              onClick={() => downloadText(path.slice(path.lastIndexOf('/') + 1), text)}
            />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

interface FileRowProps {
  readonly path: string;
  readonly isUnsaved: boolean;
  readonly isRenaming: boolean;
  readonly onRename: (isOn: boolean) => void;
}

function FileRow({ path, isUnsaved, isRenaming, onRename }: FileRowProps) {
  const isOpen = useSession((state) => state.document.activePath === path);
  const isReadOnly = useIsReadOnly() !== null;
  const entries: readonly MenuEntry[] = [
    {
      label: 'Rename…',
      icon: <PencilIcon />,
      shortcut: 'F2',
      isDisabled: isReadOnly,
      onSelect: () => setTimeout(() => onRename(true), 0),
    },
    { label: 'Duplicate', icon: <CopyPlusIcon />, isDisabled: isReadOnly, onSelect: () => duplicateFile(path) },
    { label: 'Download', icon: <DownloadIcon />, onSelect: () => downloadFile(path, false) },
    { label: 'Download with the layout', icon: <DownloadIcon />, onSelect: () => downloadFile(path, true) },
    'separator',
    { label: 'Delete', icon: <Trash2Icon />, isDanger: true, isDisabled: isReadOnly, onSelect: () => removeFile(path) },
  ];
  if (isRenaming) {
    return (
      <li className={styles.renaming}>
        <RenameField
          path={path}
          onDone={(to) => {
            onRename(false);
            if (to !== null) renameFile(path, to);
          }}
        />
      </li>
    );
  }
  return (
    <li className={classes(styles.row, isOpen && styles.open)}>
      <button
        type="button"
        className={styles.name}
        aria-current={isOpen || undefined}
        title={path}
        onClick={() => openFile(path)}
        onDoubleClick={() => !isReadOnly && onRename(true)}
        onKeyDown={(event) => {
          if (event.key === 'F2' && !isReadOnly) onRename(true);
          if (event.key === 'Delete') removeFile(path);
        }}
      >
        <FileCode2Icon aria-hidden />
        <span>{path}</span>
        {isUnsaved && <span className={styles.unsaved} title="Not yet saved to the folder" />}
      </button>
      <Menu
        align="end"
        trigger={<IconButton size="small" label={`More for ${path}`} icon={<EllipsisIcon />} className={styles.more} />}
        entries={entries}
      />
    </li>
  );
}

function FolderFooter({ name }: { readonly name: string }) {
  return (
    <div className={styles.folder}>
      <FolderIcon aria-hidden />
      <span>Save writes to {name}.</span>
      <Button size="small" variant="ghost" onClick={() => doAction('file.closeFolder')}>
        Disconnect
      </Button>
    </div>
  );
}

function ReopenFooter({ name }: { readonly name: string }) {
  return (
    <div className={styles.folder}>
      <FolderIcon aria-hidden />
      <span>{name} was open. Until it is reconnected, Save keeps files on this device only.</span>
      <Button size="small" variant="primary" onClick={() => doAction('file.reopenFolder')}>
        Reconnect
      </Button>
      <Button size="small" variant="ghost" onClick={() => withFolders(({ dismissFolder }) => dismissFolder())}>
        Forget
      </Button>
    </div>
  );
}
