import type { Budget, ErrorPause, ModelPrice, Pin } from '#engine/run';
import type { Json } from '#engine/values';
import { type McpServer, type McpTool, type RunServer, readMcpServers } from '#engine/worker';
import type {
  DrawerTab,
  KeptBreakpoint,
  Mode,
  PanelName,
  SessionState,
  StateChange,
  StepDock,
  Theme,
} from '../store/State.ts';
import { toDirection } from '../store/view.ts';
import { areTools } from '../workspace/mcpTools.ts';

/** What is remembered of how the app was shown last: small, and with nothing of a workflow but the name of its file. */
interface ViewSettings {
  readonly tellsOfRuns: boolean;
  readonly followsRuns: boolean;
  readonly theme: Theme;
  readonly flow: SessionState['view']['flow'];
  readonly mode: Mode;
  readonly panel: PanelName | null;
  readonly inspector: Readonly<Record<Mode, boolean>>;
  readonly drawerTab: DrawerTab;
  readonly stepDock: StepDock;
  readonly activePath: string | null;
}

/** What is remembered of how the user works, on this device. */
export interface Settings extends ViewSettings {
  readonly lastInputs: readonly (readonly [string, Json])[];
  readonly breakpoints: readonly (readonly [string, readonly KeptBreakpoint[]])[];
  readonly areMuted: boolean;
  readonly errorPause: ErrorPause;
  readonly pins: readonly (readonly [string, Readonly<Record<string, Pin>>])[];
  readonly untrusted: readonly string[];
  readonly prices: readonly ModelPrice[];
  readonly budget: Budget;
  readonly mcpServers: readonly McpServer[];
  readonly mcpTools: readonly (readonly [string, readonly McpTool[]])[];
  readonly servers: readonly RunServer[];
  readonly runOn: string | null;
}

const THEMES: readonly Theme[] = ['light', 'dark', 'system'];
const ERROR_PAUSES: readonly ErrorPause[] = ['off', 'unhandled', 'all'];
const MODES: readonly Mode[] = ['design', 'split', 'code'];
const PANELS: readonly PanelName[] = [
  'add',
  'outline',
  'find',
  'files',
  'runs',
  'inbox',
  'breakpoints',
  'tests',
  'resources',
  'memory',
  'variables',
  'versions',
];
const DOCKS: readonly StepDock[] = ['right', 'below'];
const TABS: readonly DrawerTab[] = ['timeline', 'events', 'problems'];

const KEPT = {
  view: ['tellsOfRuns', 'following', 'theme', 'flow', 'mode', 'panel', 'inspector', 'drawer', 'stepDock'],
  document: ['activePath', 'untrusted'],
  run: ['lastInputs', 'breakpoints', 'areMuted', 'errorPause', 'pins'],
  workspace: ['prices', 'budget', 'mcpServers', 'mcpTools', 'servers', 'runOn'],
} as const satisfies { readonly [Slice in keyof SessionState]?: readonly (keyof SessionState[Slice])[] };

/** What of the session is a setting. */
export function toSettings(state: SessionState): Settings {
  const { document, run, workspace } = state;
  return {
    ...toViewSettings(state),
    lastInputs: [...run.lastInputs],
    breakpoints: [...run.breakpoints],
    areMuted: run.areMuted,
    errorPause: run.errorPause,
    pins: [...run.pins],
    untrusted: [...document.untrusted],
    prices: workspace.prices,
    budget: workspace.budget,
    mcpServers: workspace.mcpServers,
    mcpTools: [...workspace.mcpTools],
    servers: workspace.servers,
    runOn: workspace.runOn,
  };
}

/** What of the session is a setting of how the app is shown. */
export function toViewSettings({ view, document }: SessionState): ViewSettings {
  return {
    tellsOfRuns: view.tellsOfRuns,
    followsRuns: view.following !== 'off',
    theme: view.theme,
    flow: view.flow,
    mode: view.mode,
    panel: view.panel,
    inspector: view.inspector,
    drawerTab: view.drawer.tab,
    stepDock: view.stepDock,
    activePath: document.activePath,
  };
}

/** Whether anything that is kept as a setting differs between two states. */
export function isSettingChanged(now: SessionState, before: SessionState): boolean {
  return (
    isChanged(now.view, before.view, KEPT.view) ||
    isChanged(now.document, before.document, KEPT.document) ||
    isChanged(now.run, before.run, KEPT.run) ||
    isChanged(now.workspace, before.workspace, KEPT.workspace)
  );
}

function isChanged<Slice>(now: Slice, before: Slice, keys: readonly (keyof Slice)[]): boolean {
  return now !== before && keys.some((key) => now[key] !== before[key]);
}

/** Kept settings as a change of the session. What cannot be read, or is of another version, is left as it is. */
export function readSettings(value: unknown, state: SessionState): StateChange {
  if (typeof value !== 'object' || value === null) return {};
  const field = (key: keyof Settings): unknown => Reflect.get(value, key);
  const mode = oneOf(MODES, field('mode')) ?? state.view.mode;
  const flow = readFlow(field('flow'));
  const activePath = field('activePath');
  return {
    view: {
      mode,
      flow,
      direction: toDirection({ mode, flow, isNarrow: state.view.isNarrow }),
      tellsOfRuns: field('tellsOfRuns') === true,
      following: field('followsRuns') === false ? 'off' : 'on',
      theme: oneOf(THEMES, field('theme')) ?? state.view.theme,
      panel: oneOf(PANELS, field('panel')) ?? null,
      inspector: readInspector(field('inspector'), state),
      stepDock: oneOf(DOCKS, field('stepDock')) ?? state.view.stepDock,
      drawer: { isOpen: false, tab: oneOf(TABS, field('drawerTab')) ?? state.view.drawer.tab },
    },
    document: {
      activePath: typeof activePath === 'string' ? activePath : null,
      untrusted: new Set(readTexts(field('untrusted'))),
    },
    run: {
      lastInputs: new Map(readPairs(field('lastInputs'), (value): value is Json => value !== undefined)),
      breakpoints: new Map(readPairs(field('breakpoints'), areBreakpoints)),
      areMuted: field('areMuted') === true,
      errorPause: oneOf(ERROR_PAUSES, field('errorPause')) ?? state.run.errorPause,
      pins: new Map(readPairs(field('pins'), arePins)),
    },
    workspace: {
      prices: readPrices(field('prices')),
      budget: readBudget(field('budget')),
      mcpServers: readMcpServers(field('mcpServers')),
      mcpTools: new Map(readPairs(field('mcpTools'), areTools)),
      ...readServers(field('servers'), field('runOn')),
    },
  };
}

/** What was kept as one word, before each mode had its own, was chosen in Design. */
function readFlow(value: unknown): SessionState['view']['flow'] {
  const byMode = isRecord(value) ? value : { design: value };
  return Object.fromEntries(
    MODES.flatMap((mode) => {
      const direction = oneOf(['right', 'down'] as const, byMode[mode]);
      return direction === undefined ? [] : [[mode, direction]];
    }),
  );
}

function readInspector(value: unknown, { view: { inspector } }: SessionState): SessionState['view']['inspector'] {
  if (typeof value !== 'object' || value === null) return inspector;
  const read = (mode: Mode) =>
    Reflect.get(value, mode) === undefined ? inspector[mode] : Reflect.get(value, mode) === true;
  return { design: read('design'), split: read('split'), code: read('code') };
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((candidate) => candidate === value);
}

function readPairs<Value>(
  value: unknown,
  isValue: (value: unknown) => value is Value,
): readonly (readonly [string, Value])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const [key, kept]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    return typeof key === 'string' && isValue(kept) ? [[key, kept] as const] : [];
  });
}

function readTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((it: unknown): it is string => typeof it === 'string') : [];
}

function readPrices(value: unknown): readonly ModelPrice[] {
  return Array.isArray(value) ? value.filter(isPrice) : [];
}

function isPrice(value: unknown): value is ModelPrice {
  if (!isRecord(value)) return false;
  const { provider, model, input, output } = value;
  return typeof provider === 'string' && typeof model === 'string' && isAmount(input) && isAmount(output);
}

function readBudget(value: unknown): Budget {
  const { tokens, cost } = isRecord(value) ? value : {};
  return { ...(isAmount(tokens) ? { tokens } : {}), ...(isAmount(cost) ? { cost } : {}) };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Servers, and which of them is chosen. */
function readServers(value: unknown, chosen: unknown): Pick<SessionState['workspace'], 'servers' | 'runOn'> {
  const servers = Array.isArray(value) ? value.filter(isServer) : [];
  return { servers, runOn: servers.find(({ address }) => address === chosen)?.address ?? null };
}

function isServer(value: unknown): value is RunServer {
  if (!isRecord(value)) return false;
  const { address, token } = value;
  return typeof address === 'string' && (token === null || typeof token === 'string');
}

function areBreakpoints(value: unknown): value is readonly KeptBreakpoint[] {
  return Array.isArray(value) && value.every((it: unknown) => isRecord(it) && isRecord(it['at']) && 'condition' in it);
}

function arePins(value: unknown): value is Readonly<Record<string, Pin>> {
  return isRecord(value) && Object.values(value).every((it) => isRecord(it) && ('output' in it || 'error' in it));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
