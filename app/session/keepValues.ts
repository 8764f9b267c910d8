import type { WorkspaceStorage } from '../platform/index.ts';
import { isSettingChanged, toSettings } from './settings.ts';
import { session, update, watch } from './store.ts';

/** Keeps settings and variables; a failure is shown where the texts' own state is. */
export function keepValues(storage: WorkspaceStorage, ready: Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const saveSettings = () => void storage.saveValue('settings', toSettings(session.getState())).catch(sayFailure);
  const saveVariables = (variables: unknown) => void storage.saveValue('variables', variables).catch(sayFailure);
  const stops: (() => void)[] = [() => clearTimeout(timer)];
  void ready.then(() => {
    saveSettings();
    stops.push(watch((state) => state.variables, saveVariables));
    stops.push(
      session.subscribe((state, before) => {
        if (!isSettingChanged(state, before)) return;
        clearTimeout(timer);
        timer = setTimeout(saveSettings, 300);
      }),
    );
  });
  return () => {
    for (const stop of stops) stop();
  };
}

function sayFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  update({ save: { state: 'failed', message } });
}
