import { createSaver, type ValueName } from '../../platform/index.ts';
import { session, watch } from '../store/store.ts';
import type { PartState } from './SaveBoard.ts';
import { isSettingChanged, toSettings } from './settings.ts';

/** How settings and variables are kept. */
export interface ValueOptions {
  readonly ready: Promise<void>;
  /** Writes one of them; resolves once it is durable. */
  readonly write: (name: ValueName, value: unknown) => Promise<void>;
  readonly onState: (name: ValueName, state: PartState) => void;
}

/** The ties of settings and variables to the device. */
export interface KeptValues {
  /** Writes immediately what could not be written yet; true when all is durable. */
  readonly flush: () => Promise<boolean>;
  readonly stop: () => void;
}

/** Everything that is kept beside the files, as it is now. */
export function currentValues(): Readonly<Record<ValueName, unknown>> {
  const state = session.getState();
  return { settings: toSettings(state), variables: state.workspace.variables };
}

/** Keeps settings and variables from then on; what cannot be written is tried again until it is. */
export function keepValues({ ready, write, onState }: ValueOptions): KeptValues {
  const saverOf = (name: ValueName) =>
    createSaver<unknown>({
      durable: undefined,
      write: (value) => write(name, value),
      onState: (state) => onState(name, state),
    });
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
        // What is not trusted must be known whenever its text is: it does not wait.
        if (state.document.untrusted !== before.document.untrusted) void settings.flush();
      }),
    );
  });
  return {
    flush: async () => (await Promise.all([settings.flush(), variables.flush()])).every(Boolean),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
