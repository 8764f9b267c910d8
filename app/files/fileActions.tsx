import type { Action, Contribution } from '../actions/index.ts';
import { chooseFiles, chooseFolder, readClipboard, readFiles } from '../platform/index.ts';
import {
  copyText,
  createFile,
  duplicateFile,
  isOwnCopy,
  noteCopy,
  notify,
  openDialog,
  port,
  removeFile,
  replaceFileText,
  session,
  setPanel,
  withModule,
} from '../session/index.ts';
import { addFiles, folders, saveToFiles, withFolders } from '../session/storage/index.ts';
import {
  ArchiveIcon,
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
import { lazyModule } from '../ui/index.ts';
import { downloadActions, downloadFile, hasFile, hasFiles, NO_FILE, NO_FILES } from './downloadActions.tsx';

const bundles = lazyModule(() => import('./bundle.ts'));

export const fileActions = [
  {
    id: 'file.new',
    label: 'New workflow',
    group: 'File',
    icon: <FilePlus2Icon />,
    keywords: ['create', 'file', 'blank'],
    run: newFile,
  },
  {
    id: 'file.template',
    label: 'Start from a template…',
    group: 'File',
    icon: <LayoutTemplateIcon />,
    keywords: ['sample', 'example', 'gallery', 'recipe', 'starter'],
    run: () => openDialog('templates'),
  },
  {
    id: 'file.open',
    label: 'Open files…',
    group: 'File',
    icon: <FileUpIcon />,
    shortcuts: ['Mod+O'],
    keywords: ['import', 'upload', 'yaml', 'zip', 'bundle'],
    run: () => void chooseFiles().then(readFiles).then(addFiles),
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
    run: () => void openChosenFolder(),
  },
  {
    id: 'file.reopenFolder',
    label: 'Reconnect the folder',
    group: 'File',
    icon: <FolderSyncIcon />,
    keywords: ['disk', 'directory', 'open'],
    isEnabled: ({ storage: { folderToReopen } }) => folderToReopen !== null,
    run: () => withFolders(({ reopenFolder }) => void reopenFolder()),
  },
  {
    id: 'file.closeFolder',
    label: 'Close the folder',
    group: 'File',
    icon: <FolderSyncIcon />,
    isEnabled: ({ storage: { folder } }) => folder !== null,
    run: () => withFolders(({ closeFolder }) => closeFolder()),
  },
  {
    id: 'file.save',
    label: 'Save',
    group: 'File',
    icon: <SaveIcon />,
    shortcuts: ['Mod+S'],
    keywords: ['write', 'disk', 'folder', 'file'],
    run: () => void save(),
  },
  ...downloadActions,
  {
    id: 'file.downloadLayout',
    label: 'Download with the layout',
    group: 'File',
    icon: <DownloadIcon />,
    keywords: ['export', 'positions'],
    isEnabled: ({ document: { activePath, workspace } }) => activePath !== null && workspace.layouts.has(activePath),
    disabledHint: ({ document: { activePath } }) => (activePath === null ? NO_FILE : 'No card was moved'),
    run: () => downloadFile(session.getState().document.activePath, true),
  },
  {
    id: 'file.bundle',
    label: 'Download all files as .zip',
    group: 'File',
    icon: <ArchiveIcon />,
    keywords: ['export', 'bundle', 'archive', 'backup', 'layout'],
    isEnabled: hasFiles,
    disabledHint: NO_FILES,
    run: () => withModule(bundles, ({ downloadBundle }) => void downloadBundle()),
  },
  {
    id: 'file.copy',
    label: 'Copy the YAML',
    group: 'File',
    icon: <CopyIcon />,
    keywords: ['export', 'clipboard'],
    isEnabled: hasFile,
    disabledHint: NO_FILE,
    run: copyFile,
  },
  {
    id: 'file.duplicate',
    label: 'Duplicate the file',
    group: 'File',
    icon: <CopyPlusIcon />,
    isEnabled: hasFile,
    run: () => duplicateFile(session.getState().document.activePath ?? ''),
  },
  {
    id: 'file.delete',
    label: 'Delete the file',
    group: 'File',
    icon: <Trash2Icon />,
    keywords: ['remove'],
    isEnabled: hasFile,
    run: () => removeFile(session.getState().document.activePath ?? ''),
  },
] as const satisfies readonly Action[];

function copyFile(): void {
  const {
    document: { activePath, workspace },
  } = session.getState();
  const text = workspace.files.get(activePath ?? '') ?? '';
  noteCopy(text);
  void copyText(text);
}

/** Puts a text in a new file, or in the open one when that is still blank. */
export function startFile(name: string, draft: Parameters<typeof createFile>[1]): void {
  const { text, source } = draft;
  const {
    document: { activePath, workspace },
  } = session.getState();
  if (activePath !== null && workspace.files.get(activePath)?.trim() === '') replaceFileText(activePath, text, source);
  else createFile(name, draft);
}

/** Makes an empty file, and offers what it may begin with, also in the panel next to it. */
function newFile(): void {
  startFile('workflow.yaml', { text: '', source: 'files.create' });
  if (!session.getState().view.isNarrow) setPanel('add');
}

/** Makes a file of a text that was pasted: foreign, unless it was copied here. */
export function startPasted(text: string): void {
  startFile('pasted.yaml', { text, source: isOwnCopy(text) ? 'files.copy' : 'files.paste' });
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
    if (folder) await (await folders.load()).openFolder(folder);
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}

async function save(): Promise<void> {
  const {
    storage: { folder },
  } = session.getState();
  const isDurable = (await port('storage')?.flush()) ?? false;
  const isInFiles = await saveToFiles();
  if (folder) {
    const { saveToFolder } = await folders.load();
    if (await saveToFolder()) notify({ kind: 'success', message: `Saved to the folder ${folder.name}.` });
  } else if (isInFiles === true) notify({ kind: 'success', message: 'Saved to the file on your disk.' });
  else if (isInFiles === null && isDurable) notify({ kind: 'success', message: 'Saved on this device.' });
}

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof fileActions> {}
}
