import type { Action, Contribution } from '../actions/index.ts';
import {
  closeDrawer,
  openDialog,
  openDrawer,
  type PanelName,
  port,
  session,
  setMode,
  setTheme,
  toggleInspector,
  togglePanel,
  withModule,
  withPort,
} from '../session/index.ts';
import {
  BrainIcon,
  CircleDotIcon,
  Columns2Icon,
  CommandIcon,
  FileClockIcon,
  FileCode2Icon,
  FilesIcon,
  FlaskConicalIcon,
  HistoryIcon,
  InboxIcon,
  KeyboardIcon,
  KeyRoundIcon,
  LibraryIcon,
  LinkIcon,
  MonitorIcon,
  MoonIcon,
  PanelBottomIcon,
  PanelRightIcon,
  RotateCwIcon,
  ScaleIcon,
  SunIcon,
  TriangleAlertIcon,
  WorkflowIcon,
} from '../ui/icons.ts';
import { lazyModule } from '../ui/lazyModule.ts';

const address = lazyModule(() => import('./copyPageAddress.ts'));
const panes = lazyModule(() => import('./focusPane.ts'));

/** Shows a side panel with the focus in it, or hides it. */
function enterPanel(name: PanelName): void {
  togglePanel(name);
  if (session.getState().view.panel === name) withModule(panes, ({ focusPanel }) => focusPanel());
}

export const viewActions = [
  {
    id: 'view.design',
    label: 'Show the canvas',
    group: 'View',
    icon: <WorkflowIcon />,
    keywords: ['design'],
    run: () => setMode('design'),
  },
  {
    id: 'view.split',
    label: 'Show canvas and YAML',
    group: 'View',
    icon: <Columns2Icon />,
    keywords: ['split', 'view'],
    run: () => setMode('split'),
  },
  {
    id: 'view.code',
    label: 'Show the YAML',
    group: 'View',
    icon: <FileCode2Icon />,
    keywords: ['code', 'source', 'text'],
    run: () => {
      setMode('code');
      withPort('source', (source) => source.focus());
    },
  },
  {
    id: 'view.files',
    label: 'Files',
    group: 'View',
    icon: <FilesIcon />,
    keywords: ['show', 'list'],
    run: () => enterPanel('files'),
  },
  {
    id: 'view.versions',
    label: 'Versions',
    group: 'View',
    icon: <FileClockIcon />,
    keywords: ['restore', 'local history', 'before'],
    run: () => enterPanel('versions'),
  },
  {
    id: 'view.resources',
    label: 'Agents, tools and memory',
    group: 'View',
    icon: <LibraryIcon />,
    run: () => enterPanel('resources'),
  },
  { id: 'view.runs', label: 'Run history', group: 'View', icon: <HistoryIcon />, run: () => enterPanel('runs') },
  {
    id: 'view.inbox',
    label: 'Inbox',
    group: 'View',
    icon: <InboxIcon />,
    keywords: ['approvals', 'answers', 'waits', 'signals'],
    run: () => enterPanel('inbox'),
  },
  {
    id: 'view.breakpoints',
    label: 'Breakpoints',
    group: 'View',
    icon: <CircleDotIcon />,
    keywords: ['debug', 'pause on errors', 'pins', 'list'],
    run: () => enterPanel('breakpoints'),
  },
  {
    id: 'view.tests',
    label: 'Tests',
    group: 'View',
    icon: <FlaskConicalIcon />,
    keywords: ['check', 'expect', 'verify', 'passed', 'failed', 'drill', 'mutation', 'coverage', 'workflow'],
    run: () => enterPanel('tests'),
  },
  {
    id: 'view.memory',
    label: 'Memory',
    group: 'View',
    icon: <BrainIcon />,
    keywords: ['threads', 'messages', 'conversation', 'search', 'recall'],
    run: () => enterPanel('memory'),
  },
  {
    id: 'view.variables',
    label: 'Variables',
    group: 'View',
    icon: <KeyRoundIcon />,
    keywords: ['env', 'secrets', 'environment'],
    run: () => enterPanel('variables'),
  },
  {
    id: 'view.inspector',
    label: 'Show or hide the inspector',
    group: 'View',
    icon: <PanelRightIcon />,
    shortcuts: ['Mod+I'],
    keywords: ['workflow', 'settings', 'input', 'outputs', 'description'],
    run: toggleInspector,
  },
  {
    id: 'view.drawer',
    label: 'Show or hide the run drawer',
    group: 'View',
    icon: <PanelBottomIcon />,
    shortcuts: ['Mod+J'],
    keywords: ['timeline', 'events', 'output'],
    run: () => (session.getState().view.drawer.isOpen ? closeDrawer() : openDrawer()),
  },
  {
    id: 'view.problems',
    label: 'Show problems',
    group: 'View',
    icon: <TriangleAlertIcon />,
    shortcuts: ['Mod+Shift+M'],
    keywords: ['errors', 'warnings', 'diagnostics'],
    run: () => openDrawer('problems'),
  },
  {
    id: 'view.copyAddress',
    label: 'Copy address',
    group: 'View',
    icon: <LinkIcon />,
    keywords: ['link', 'url', 'share', 'run', 'step', 'instant'],
    run: () => withModule(address, ({ copyPageAddress }) => copyPageAddress()),
  },
  {
    id: 'view.nextPane',
    label: 'Go to the next pane',
    group: 'View',
    shortcuts: ['F6'],
    keywords: ['focus', 'canvas', 'inspector', 'drawer', 'yaml'],
    run: () => withModule(panes, ({ focusPane }) => focusPane(1)),
  },
  {
    id: 'view.previousPane',
    label: 'Go to the pane before',
    group: 'View',
    shortcuts: ['Shift+F6'],
    keywords: ['focus', 'canvas', 'inspector', 'drawer', 'yaml'],
    run: () => withModule(panes, ({ focusPane }) => focusPane(-1)),
  },
  {
    id: 'theme.light',
    label: 'Use the light theme',
    group: 'View',
    icon: <SunIcon />,
    keywords: ['appearance', 'mode', 'day'],
    run: () => setTheme('light'),
  },
  {
    id: 'theme.dark',
    label: 'Use the dark theme',
    group: 'View',
    icon: <MoonIcon />,
    keywords: ['appearance', 'mode', 'night'],
    run: () => setTheme('dark'),
  },
  {
    id: 'theme.system',
    label: 'Use the theme of the device',
    group: 'View',
    icon: <MonitorIcon />,
    keywords: ['appearance', 'system'],
    run: () => setTheme('system'),
  },
] as const satisfies readonly Action[];

export const helpActions = [
  {
    id: 'help.palette',
    label: 'Command palette',
    group: 'Help',
    icon: <CommandIcon />,
    shortcuts: ['Mod+K'],
    run: () => openDialog('command-palette'),
  },
  {
    id: 'help.shortcuts',
    label: 'Keyboard shortcuts',
    group: 'Help',
    icon: <KeyboardIcon />,
    shortcuts: ['?'],
    keywords: ['keys', 'help'],
    run: () => openDialog('shortcuts'),
  },
  {
    id: 'help.licences',
    label: 'Third-party licences',
    group: 'Help',
    icon: <ScaleIcon />,
    keywords: ['about', 'license', 'notices', 'open source', 'packages'],
    run: () => void window.open(new URL('THIRD-PARTY-NOTICES.txt', document.baseURI), '_blank', 'noopener'),
  },
  {
    id: 'help.update',
    label: 'Use the new version of Signalbox',
    group: 'Help',
    icon: <RotateCwIcon />,
    keywords: ['update', 'reload', 'upgrade', 'release'],
    isEnabled: ({ view: { isReleaseOffered } }) => isReleaseOffered,
    disabledHint: 'No newer one is known',
    run: () => void port('release')?.use(),
  },
] as const satisfies readonly Action[];

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof viewActions>, Contribution<typeof helpActions> {}
}
