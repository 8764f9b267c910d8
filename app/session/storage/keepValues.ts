import { createSaver, stashSettings, type TextStore, type ValueName } from '../../platform/index.ts';
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
