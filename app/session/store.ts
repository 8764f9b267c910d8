import { create } from 'zustand';
import { createHistory, EMPTY_WORKSPACE } from '#engine';
import type { Selection, SessionState } from './State.ts';

export const EMPTY_SELECTION: Selection = { tasks: new Set(), edge: null, resource: null, origin: 'other' };

export const INITIAL_STATE: SessionState = {
  workspace: EMPTY_WORKSPACE,
  history: createHistory(),
  activePath: null,
  mode: 'design',
  panel: null,
  drawer: { isOpen: false, tab: 'timeline' },
  inspector: { design: true, split: false, code: false },
  selection: EMPTY_SELECTION,
  save: { state: 'loading' },
  losses: [],
  role: 'owner',
  variables: [],
  mcpServers: [],
  mcpTools: new Map(),
  secrets: { secrets: [], questions: [] },
  memory: null,
  untrusted: new Set(),
  trustQuestion: null,
  prices: [],
  shippedPrices: [],
  budget: {},
  theme: 'system',
  isNarrow: false,
  flow: null,
  direction: 'right',
  run: null,
  texts: new Map(),
  runs: [],
  runFilter: { path: null, status: null, text: '' },
  hasMoreRuns: false,
  breakpoints: new Map(),
  pins: new Map(),
  comparison: null,
  runAim: null,
  isStarting: false,
  lastInputs: new Map(),
  dialog: null,
  announcement: '',
  checked: null,
  readings: 0,
  folder: null,
  folderToReopen: null,
  conflicts: [],
};

/** Reads the session in a component: `useSession(s => s.mode)`. Select what you show, never the whole. */
export const useSession = create<SessionState>()(() => INITIAL_STATE);

/** The session for code outside of components. */
export const session: Pick<typeof useSession, 'getState' | 'subscribe'> = {
  getState: useSession.getState,
  subscribe: useSession.subscribe,
};

/** Changes the session; only this room calls it. */
export function update(change: Partial<SessionState>): void {
  useSession.setState(change);
}

/** Calls back with a selected value whenever it changes; answers with a function that stops that. */
export function watch<T>(select: (state: SessionState) => T, listener: (value: T, before: T) => void): () => void {
  return useSession.subscribe((state, before) => {
    const value = select(state);
    const old = select(before);
    if (!Object.is(value, old)) listener(value, old);
  });
}
