import { formatLayout } from '#engine';
import {
  canOpenFolder,
  chooseFiles,
  chooseFolder,
  downloadText,
  layoutNameOf,
  readClipboard,
  readFiles,
} from '../platform/index.ts';
import {
  closeFolder,
  copyText,
  createFile,
  duplicateFile,
  importFiles,
  isOwnCopy,
  noteCopy,
  notify,
  openDialog,
  openFolder,
  type Persistence,
  removeFile,
  reopenFolder,
  replaceFileText,
  type SessionState,
  saveToFolder,
  session,
  type TextSource,
} from '../session/index.ts';
import {
  ClipboardPasteIcon,
  CopyIcon,
  CopyPlusIcon,
  DownloadIcon,
  FilePlus2Icon,
  FileUpIcon,
  FolderOpenIcon,
  FolderSyncIcon,
  LayoutTemplateIcon,
  SaveIcon,
  Trash2Icon,
} from '../ui/icons.ts';
import type { Action } from './Action.ts';

const NEW_FILE = 'tasks:\n  - id: first\n    name: First task\n    type: basic\n';
const hasFile = ({ activePath }: SessionState) => activePath !== null;

let flush: Persistence['flush'] = () => Promise.resolve(false);

/** Lends Save the way to the device's storage. */
export function connectSave(persistence: Pick<Persistence, 'flush'>): void {
  flush = persistence.flush;
}

export const fileActions = [
  {
    id: 'file.new',
    label: 'New workflow',
    group: 'File',
    icon: <FilePlus2Icon />,
    keywords: ['create', 'file', 'blank'],
    run: () => startFile('workflow.yaml', NEW_FILE, 'files.create'),
  },
  {
    id: 'file.template',
    label: 'Start from a sample…',
    group: 'File',
    icon: <LayoutTemplateIcon />,
    keywords: ['template', 'example'],
    run: () => openDialog('templates'),
  },
  {
    id: 'file.open',
    label: 'Open files…',
    group: 'File',
    icon: <FileUpIcon />,
    shortcuts: ['Mod+O'],
    keywords: ['import', 'upload', 'yaml'],
    run: () => void chooseFiles().then(readFiles).then(importFiles),
  },
  {
    id: 'file.paste',
    label: 'New workflow from the clipboard',
    group: 'File',
    icon: <ClipboardPasteIcon />,
    keywords: ['paste', 'yaml', 'import'],
    run: () => void pasteFile(),
  },
  {
    id: 'file.folder',
    label: 'Open a folder…',
    group: 'File',
    icon: <FolderOpenIcon />,
    keywords: ['disk', 'directory'],
    isEnabled: () => canOpenFolder(),
    run: () => void openChosenFolder(),
  },
  {
    id: 'file.reopenFolder',
    label: 'Reconnect the folder',
    group: 'File',
    icon: <FolderSyncIcon />,
    keywords: ['disk', 'directory', 'open'],
    isEnabled: ({ folderToReopen }) => folderToReopen !== null,
    run: () => void reopenFolder(),
  },
  {
    id: 'file.closeFolder',
    label: 'Close the folder',
    group: 'File',
    icon: <FolderSyncIcon />,
    isEnabled: ({ folder }) => folder !== null,
    run: closeFolder,
  },
  {
    id: 'file.save',
    label: 'Save',
    group: 'File',
    icon: <SaveIcon />,
    shortcuts: ['Mod+S'],
    keywords: ['write', 'disk', 'folder'],
    run: () => void save(),
  },
  {
    id: 'file.download',
    label: 'Download the YAML',
    group: 'File',
    icon: <DownloadIcon />,
    keywords: ['export', 'file'],
    isEnabled: hasFile,
    run: () => downloadFile(session.getState().activePath, false),
  },
  {
    id: 'file.downloadLayout',
    label: 'Download with the layout',
    group: 'File',
    icon: <DownloadIcon />,
    keywords: ['export', 'positions'],
    isEnabled: ({ activePath, workspace }) => activePath !== null && workspace.layouts.has(activePath),
    run: () => downloadFile(session.getState().activePath, true),
  },
  {
    id: 'file.copy',
    label: 'Copy the YAML',
    group: 'File',
    icon: <CopyIcon />,
    keywords: ['export', 'clipboard'],
    isEnabled: hasFile,
    run: copyFile,
  },
  {
    id: 'file.duplicate',
    label: 'Duplicate the file',
    group: 'File',
    icon: <CopyPlusIcon />,
    isEnabled: hasFile,
    run: () => duplicateFile(session.getState().activePath ?? ''),
  },
  {
    id: 'file.delete',
    label: 'Delete the file',
    group: 'File',
    icon: <Trash2Icon />,
    keywords: ['remove'],
    isEnabled: hasFile,
    run: () => removeFile(session.getState().activePath ?? ''),
  },
] as const satisfies readonly Action[];

/** Downloads a file of the workspace exactly as it is, and its arrangement as `<name>.layout.json` when asked. */
export function downloadFile(path: string | null, withLayout: boolean): void {
  const { files, layouts } = session.getState().workspace;
  const text = path === null ? undefined : files.get(path);
  if (path === null || text === undefined) return;
  const name = path.split('/').at(-1) ?? path;
  downloadText(name, text);
  const layout = layouts.get(path);
  if (withLayout && layout) downloadText(layoutNameOf(name), formatLayout(layout));
}

function copyFile(): void {
  const { activePath, workspace } = session.getState();
  const text = workspace.files.get(activePath ?? '') ?? '';
  noteCopy(text);
  void copyText(text);
}

/** Puts a text in a new file, or in the open one when that is still blank. */
export function startFile(name: string, text: string, source: TextSource): void {
  const { activePath, workspace } = session.getState();
  if (activePath !== null && workspace.files.get(activePath)?.trim() === '') replaceFileText(activePath, text, source);
  else createFile(name, { text, source });
}

/** Makes a file of a text that was pasted: foreign, unless it was copied here. */
export function startPasted(text: string): void {
  startFile('pasted.yaml', text, isOwnCopy(text) ? 'files.copy' : 'files.paste');
}

/** Makes a file of a text that was pasted; opens a dialog for it where the browser does not let the page read. */
async function pasteFile(): Promise<void> {
  const text = await readClipboard();
  if (text === null || text.trim() === '') openDialog('paste');
  else startPasted(text);
}

async function openChosenFolder(): Promise<void> {
  try {
    const folder = await chooseFolder();
    if (folder) await openFolder(folder);
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}

async function save(): Promise<void> {
  const { folder } = session.getState();
  const isDurable = await flush();
  if (folder) {
    if (await saveToFolder()) notify({ kind: 'success', message: `Saved to the folder ${folder.name}.` });
  } else if (isDurable) notify({ kind: 'success', message: 'Saved on this device.' });
}
