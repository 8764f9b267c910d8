import type { Action, Contribution } from '../actions/index.ts';
import { type SessionState, withModule } from '../session/index.ts';
import { ImageIcon, NetworkIcon } from '../ui/icons.ts';
import { lazyModule } from '../ui/index.ts';

const pictures = lazyModule(() => import('./picture/index.ts'));
const hasFile = ({ document: { activePath } }: SessionState) => activePath !== null;
const disabledHint = 'No workflow is open';

/** The workflow as a picture. */
export const pictureActions = [
  {
    id: 'file.svg',
    label: 'Download as SVG, which opens again',
    group: 'File',
    icon: <ImageIcon />,
    keywords: ['export', 'image', 'picture', 'vector'],
    isEnabled: hasFile,
    disabledHint,
    run: () => withModule(pictures, ({ downloadSvg }) => downloadSvg()),
  },
  {
    id: 'file.png',
    label: 'Download as PNG',
    group: 'File',
    icon: <ImageIcon />,
    keywords: ['export', 'image', 'picture', 'screenshot'],
    isEnabled: hasFile,
    disabledHint,
    run: () => withModule(pictures, ({ downloadPng }) => downloadPng()),
  },
  {
    id: 'file.mermaid',
    label: 'Copy as Mermaid',
    group: 'File',
    icon: <NetworkIcon />,
    keywords: ['export', 'flowchart', 'diagram', 'markdown', 'clipboard'],
    isEnabled: hasFile,
    disabledHint,
    run: () => withModule(pictures, ({ copyMermaid }) => copyMermaid()),
  },
] as const satisfies readonly Action[];

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof pictureActions> {}
}
