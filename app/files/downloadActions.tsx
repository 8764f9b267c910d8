import { formatLayout } from '#engine/layout';
import type { Action, Contribution } from '../actions/index.ts';
import { downloadText, layoutNameOf } from '../platform/index.ts';
import { type SessionState, session } from '../session/index.ts';
import { DownloadIcon } from '../ui/icons.ts';

export const NO_FILE = 'No workflow is open';
export const NO_FILES = 'There are no files yet';
export const hasFiles = ({ document: { workspace } }: SessionState) => workspace.files.size > 0;
export const hasFile = ({ document: { activePath } }: SessionState) => activePath !== null;

/** What is offered where a part of the app failed: the text is saved without loading anything. */
export const downloadActions = [
  {
    id: 'file.download',
    label: 'Download the YAML',
    group: 'File',
    icon: <DownloadIcon />,
    keywords: ['export', 'file'],
    isEnabled: hasFile,
    disabledHint: NO_FILE,
    run: () => downloadFile(session.getState().document.activePath, false),
  },
  {
    id: 'file.downloadAll',
    label: 'Download all files',
    group: 'File',
    icon: <DownloadIcon />,
    keywords: ['export', 'save', 'yaml', 'backup'],
    isEnabled: hasFiles,
    disabledHint: NO_FILES,
    run: () => {
      for (const [path, text] of session.getState().document.workspace.files) downloadText(path, text);
    },
  },
] as const satisfies readonly Action[];

/** Downloads a file of the workspace exactly as it is, and its arrangement as `<name>.layout.json` when asked. */
export function downloadFile(path: string | null, withLayout: boolean): void {
  const { files, layouts } = session.getState().document.workspace;
  const text = path === null ? undefined : files.get(path);
  if (path === null || text === undefined) return;
  const name = path.split('/').at(-1) ?? path;
  downloadText(name, text);
  const layout = layouts.get(path);
  if (withLayout && layout) downloadText(layoutNameOf(name), formatLayout(layout));
}

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof downloadActions> {}
}
