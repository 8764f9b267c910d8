import type { Json } from '#engine';
import type { DrawerTab, Mode, PanelName, SessionState, Theme } from './State.ts';

/** What is remembered of how the person works, on this device. */
export interface Settings {
  readonly theme: Theme;
  readonly flow: 'right' | 'down' | null;
  readonly mode: Mode;
  readonly panel: PanelName | null;
  readonly inspector: Readonly<Record<Mode, boolean>>;
  readonly drawerTab: DrawerTab;
  readonly activePath: string | null;
  readonly lastInputs: readonly (readonly [string, Json])[];
}

const THEMES: readonly Theme[] = ['light', 'dark', 'system'];
const MODES: readonly Mode[] = ['design', 'split', 'code'];
const PANELS: readonly PanelName[] = ['add', 'files', 'runs', 'resources', 'variables'];
const TABS: readonly DrawerTab[] = ['timeline', 'events', 'output', 'text', 'problems'];

/** Which way the graph flows. */
export function toDirection({
  flow,
  mode,
  isNarrow,
}: Pick<SessionState, 'flow' | 'mode' | 'isNarrow'>): 'right' | 'down' {
  return flow ?? (mode === 'split' || isNarrow ? 'down' : 'right');
}

/** What of the session is a setting. */
export function toSettings(state: SessionState): Settings {
  const { theme, flow, mode, panel, inspector, drawer, activePath, lastInputs } = state;
  return { theme, flow, mode, panel, inspector, drawerTab: drawer.tab, activePath, lastInputs: [...lastInputs] };
}

/** Whether anything that is kept as a setting differs between two states. */
export function isSettingChanged(now: SessionState, before: SessionState): boolean {
  const keys = ['theme', 'flow', 'mode', 'panel', 'inspector', 'drawer', 'activePath', 'lastInputs'] as const;
  return keys.some((key) => now[key] !== before[key]);
}

/** Kept settings as a change of the session. What cannot be read, or is of another version, is left as it is. */
export function readSettings(value: unknown, state: SessionState): Partial<SessionState> {
  if (typeof value !== 'object' || value === null) return {};
  const field = (key: keyof Settings): unknown => Reflect.get(value, key);
  const mode = oneOf(MODES, field('mode')) ?? state.mode;
  const flow = oneOf(['right', 'down'] as const, field('flow')) ?? null;
  const activePath = field('activePath');
  return {
    mode,
    flow,
    direction: toDirection({ mode, flow, isNarrow: state.isNarrow }),
    theme: oneOf(THEMES, field('theme')) ?? state.theme,
    panel: oneOf(PANELS, field('panel')) ?? null,
    inspector: readInspector(field('inspector'), state),
    drawer: { isOpen: false, tab: oneOf(TABS, field('drawerTab')) ?? state.drawer.tab },
    activePath: typeof activePath === 'string' ? activePath : null,
    lastInputs: new Map(readInputs(field('lastInputs'))),
  };
}

function readInspector(value: unknown, { inspector }: SessionState): SessionState['inspector'] {
  if (typeof value !== 'object' || value === null) return inspector;
  const read = (mode: Mode) =>
    Reflect.get(value, mode) === undefined ? inspector[mode] : Reflect.get(value, mode) === true;
  return { design: read('design'), split: read('split'), code: read('code') };
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((candidate) => candidate === value);
}

function readInputs(value: unknown): readonly (readonly [string, Json])[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry: unknown): entry is [string, Json] =>
      Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string',
  );
}
