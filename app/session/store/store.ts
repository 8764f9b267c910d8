import { create } from 'zustand';
import { createHistory, EMPTY_WORKSPACE } from '#engine';
import type { Selection, SessionState, StateChange } from './State.ts';

export const EMPTY_SELECTION: Selection = {
  tasks: new Set(),
  notes: new Set(),
  frames: new Set(),
  edge: null,
  resource: null,
  origin: 'other',
};

export const INITIAL_STATE: SessionState = {
  view: {
    mode: 'design',
    panel: null,
    drawer: { isOpen: false, tab: 'timeline' },
    stepTab: 'output',
    stepDock: 'right',
    inspector: { design: true, split: false, code: false },
    isWorkflowShown: false,
    isLineageShown: false,
    tellsOfRuns: false,
    following: 'on',
    theme: 'system',
    isNarrow: false,
    flow: {},
    direction: 'right',
    trail: [],
    dialog: null,
    isReleaseOffered: false,
    announcement: '',
  },
  document: {
    workspace: EMPTY_WORKSPACE,
    history: createHistory(),
    activePath: null,
    selection: EMPTY_SELECTION,
    untrusted: new Set(),
    trustQuestion: null,
    checked: null,
    readings: 0,
  },
  workspace: {
    variables: [],
    secrets: { secrets: [], questions: [] },
    mcpServers: [],
    mcpTools: new Map(),
    servers: [],
    runOn: null,
    memory: null,
    prices: [],
    shippedPrices: [],
    budget: {},
  },
  run: {
    engineLost: null,
    shown: null,
    inside: new Map(),
    texts: new Map(),
    history: [],
    served: new Map(),
    filter: { path: null, status: null, text: '' },
    hasMore: false,
    breakpoints: new Map(),
    areMuted: false,
    errorPause: 'off',
    virtualTime: false,
    pins: new Map(),
    comparison: null,
    backtest: null,
    playedRuns: [],
    reported: null,
    form: null,
    isStarting: false,
    lastInputs: new Map(),
    tested: new Map(),
    keptTest: null,
    grids: new Map(),
    painted: null,
    drill: null,
    mutation: null,
    testing: null,
  },
  storage: {
    save: { state: 'loading' },
    losses: [],
    role: 'owner',
    folder: null,
    folderToReopen: null,
    conflicts: [],
    diskFiles: new Map(),
  },
};

/** Reads the session in a component: `useSession(s => s.mode)`. Select what you show, never the whole. */
export const useSession = create<SessionState>()(() => INITIAL_STATE);

/** The session for code outside of components. */
export const session: Pick<typeof useSession, 'getState' | 'subscribe'> = {
  getState: useSession.getState,
  subscribe: useSession.subscribe,
};

/** Changes fields of the session; only this room calls it. A slice of which nothing is given stays the same object. */
export function update(change: StateChange): void {
  useSession.setState((state) => applyChange(state, change));
}

/** The state with some fields of some slices changed. */
export function applyChange(state: SessionState, change: StateChange): SessionState {
  const next = { ...state };
  for (const slice of SLICES)
    if (change[slice]) Object.assign(next, { [slice]: { ...state[slice], ...change[slice] } });
  return next;
}

const SLICES = ['view', 'document', 'workspace', 'run', 'storage'] as const satisfies readonly (keyof SessionState)[];

/** Calls back with a selected value whenever it changes; answers with a function that stops that. */
export function watch<T>(select: (state: SessionState) => T, listener: (value: T, before: T) => void): () => void {
  return useSession.subscribe((state, before) => {
    const value = select(state);
    const old = select(before);
    if (!Object.is(value, old)) listener(value, old);
  });
}
