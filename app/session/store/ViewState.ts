export type Mode = 'design' | 'split' | 'code';

export type PanelName =
  | 'add'
  | 'outline'
  | 'find'
  | 'files'
  | 'runs'
  | 'inbox'
  | 'breakpoints'
  | 'tests'
  | 'resources'
  | 'memory'
  | 'variables'
  | 'versions'
  | 'proposals'
  | 'assistant';

export type DrawerTab = 'timeline' | 'events' | 'problems';

/** The parts of a step that have a tab. */
export type StepTab = 'input' | 'output' | 'talk' | 'calls' | 'scope';

/** Where a step is shown: next to the timeline and the events, or below them. */
export type StepDock = 'right' | 'below';

export type Theme = 'light' | 'dark' | 'system';

export type DialogName =
  | 'run-form'
  | 'answer'
  | 'value'
  | 'items'
  | 'pin'
  | 'breakpoint'
  | 'command-palette'
  | 'shortcuts'
  | 'templates'
  | 'paste'
  | 'conflict'
  | 'extract'
  | 'trust'
  | 'prices'
  | 'compare'
  | 'backtest'
  | 'history'
  | 'servers'
  | 'report';

/** What shows and how: panes, panels, dialogs, the look. */
export interface ViewState {
  readonly mode: Mode;
  readonly panel: PanelName | null;
  readonly drawer: { readonly isOpen: boolean; readonly tab: DrawerTab };
  /** The part of a step that was last chosen: the next one opens with it, if it has that. */
  readonly stepTab: StepTab;
  readonly stepDock: StepDock;
  /** Whether the inspector shows what is selected, by mode. */
  readonly inspector: Readonly<Record<Mode, boolean>>;
  /** Whether the inspector shows the workflow itself while nothing is selected; else it is folded then. */
  readonly isWorkflowShown: boolean;
  /** The template that an address asks for, until the gallery has shown it. */
  readonly template?: string | null;
  /** Whether the panel of versions asks for the name of the current text. */
  readonly isNaming?: boolean;
  /** Whether the canvas and the inspector show where values of the selected tasks come from and who reads them. */
  readonly isLineageShown: boolean;
  /** Whether notifications tell of runs that end or wait while the page is not in view: a person asked for it. */
  readonly tellsOfRuns: boolean;
  /** Whether the canvas keeps in view what a run is at; `held`: not for the run on screen, since a person moved the view. */
  readonly following: 'on' | 'held' | 'off';
  readonly theme: Theme;
  /** True on a window as narrow as a phone. */
  readonly isNarrow: boolean;
  /** Which way the user turned the graph, by mode; without it right in Design, down in Split and on a narrow window. */
  readonly flow: Readonly<Partial<Record<Mode, 'right' | 'down'>>>;
  readonly direction: 'right' | 'down';
  /** The files that the open one was entered through, outermost first; none where it was opened by itself. */
  readonly trail: readonly string[];
  readonly dialog: DialogName | null;
  /** True while there is a version of the app that is newer than this page, or that another tab has. */
  readonly isReleaseOffered: boolean;
  /** The last thing said to screen readers. */
  readonly announcement: string;
}
