import type { Layout, Workspace } from '#engine';
import type { Variable } from '#engine/worker';
import {
  createSaver,
  type Delta,
  type StoredChange,
  stashSettings,
  type TextStore,
  toLayoutRecord,
  type ValueName,
} from '../../platform/index.ts';
import { session, watch } from '../store/store.ts';
import type { PartState } from './SaveBoard.ts';
import { isSettingChanged, toSettings, toViewSettings } from './settings.ts';

/** How settings and variables are kept. */
export interface ValueOptions {
  readonly ready: Promise<void>;
  /** Where settings of the view survive a page that goes away before they are durable. */
  readonly stash: TextStore;
  /** Writes one of them; resolves once it is durable. */
  readonly write: (name: ValueName, value: unknown) => Promise<void>;
  readonly onState: (name: ValueName, state: PartState) => void;
}

/** The ties of settings and variables to the device. */
export interface KeptValues {
  /** Writes immediately what could not be written yet; true when all is durable. */
  readonly flush: () => Promise<boolean>;
  /** To be called when the page goes away: keeps the settings of the view that are not yet durable, without waiting. */
  readonly leave: () => void;
  readonly stop: () => void;
}

/** Everything that is kept next to the files, as it is now. */
export function currentValues(): Readonly<Record<ValueName, unknown>> {
  const state = session.getState();
  return { settings: toSettings(state), variables: state.workspace.variables };
}

/** Keeps settings and variables from then on; what cannot be written is tried again until it is. */
export function keepValues({ ready, stash, write, onState }: ValueOptions): KeptValues {
  let areSettingsKept = true;
  const saverOf = (name: ValueName) =>
    createSaver<unknown>({
      durable: undefined,
      write: (value) => write(name, value),
      onState: (state) => {
        if (name === 'settings') noteSettings(state.state === 'saved');
        onState(name, state);
      },
    });
  /** What was put aside for the next page is older than what is durable now. */
  function noteSettings(areKept: boolean): void {
    areSettingsKept = areKept;
    if (areKept) stashSettings(stash, null);
  }
  const settings = saverOf('settings');
  const variables = saverOf('variables');
  const stops: (() => void)[] = [settings.stop, variables.stop];
  void ready.then(() => {
    variables.reset(session.getState().workspace.variables);
    settings.schedule(toSettings(session.getState()));
    void settings.flush();
    stops.push(
      watch(
        (state) => state.workspace.variables,
        (value) => {
          variables.schedule(value);
          void variables.flush();
        },
      ),
      session.subscribe((state, before) => {
        if (!isSettingChanged(state, before)) return;
        settings.schedule(toSettings(state));
        // Each is a choice, made seldom, and what is not trusted must be known whenever its text is: they do not wait.
        void settings.flush();
      }),
    );
  });
  return {
    flush: async () => (await Promise.all([settings.flush(), variables.flush()])).every(Boolean),
    leave: () => {
      if (!areSettingsKept) stashSettings(stash, toViewSettings(session.getState()));
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** The revisions of the texts that are durable, by path, and the highest there ever was, of writes that are not done too. */
export interface Revisions {
  readonly byPath: ReadonlyMap<string, number>;
  readonly highest: number;
}

/**
 * What is to be written to get from one workspace to another, and the revisions after that. What is stored under the paths of `unsure`
 * is not known: it is written in any case.
 */
export function diffWorkspaces(
  from: Workspace,
  to: Workspace,
  revisions: Revisions,
  unsure: ReadonlySet<string> = new Set(),
): { readonly change: StoredChange; readonly revisions: Revisions } {
  const revision = revisions.highest + 1;
  const byPath = new Map(revisions.byPath);
  const files: StoredChange['files'][number][] = [];
  for (const [path, text] of to.files) {
    if (from.files.get(path) === text && !unsure.has(path)) continue;
    files.push({ path, text, revision });
    byPath.set(path, revision);
  }
  for (const path of new Set([...from.files.keys(), ...unsure])) {
    if (to.files.has(path)) continue;
    files.push({ path, text: null, revision });
    byPath.delete(path);
  }
  return { change: { files, layouts: diffLayouts(from, to, unsure) }, revisions: { byPath, highest: revision } };
}

/** What is known of the writes of a tab while some texts are not durable. */
interface DeltaContext {
  readonly writer: string;
  readonly revisions: Revisions;
  /** Paths that a write which is not done may have changed. */
  readonly unsure: ReadonlySet<string>;
  readonly untrusted: ReadonlySet<string>;
}

/** What is not yet durable, as it is kept when the page goes away. */
export function toDelta(durable: Workspace, now: Workspace, context: DeltaContext): Delta {
  const { change } = diffWorkspaces(durable, now, context.revisions, context.unsure);
  const base = (path: string) => context.revisions.byPath.get(path) ?? 0;
  const layouts = [...change.layouts].flatMap(([path, layout]) =>
    layout === null ? [] : [toLayoutRecord(path, layout)],
  );
  return {
    writer: context.writer,
    highest: context.revisions.highest,
    files: change.files.map(({ path, text }) => ({ path, text, base: base(path) })),
    layouts,
    untrusted: [...context.untrusted],
  };
}

function diffLayouts(from: Workspace, to: Workspace, unsure: ReadonlySet<string>): ReadonlyMap<string, Layout | null> {
  const layouts = new Map<string, Layout | null>();
  for (const [path, layout] of to.layouts)
    if (from.layouts.get(path) !== layout || unsure.has(path)) layouts.set(path, layout);
  for (const path of [...from.layouts.keys(), ...unsure]) if (!to.layouts.has(path)) layouts.set(path, null);
  return layouts;
}

/** Kept variables; entries that make no sense are omitted. */
export function readVariables(value: unknown): readonly Variable[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry: unknown): entry is Variable =>
      typeof entry === 'object' &&
      entry !== null &&
      'name' in entry &&
      typeof entry.name === 'string' &&
      'value' in entry &&
      typeof entry.value === 'string' &&
      'isSecret' in entry &&
      typeof entry.isSecret === 'boolean',
  );
}
