import type { Workspace } from '#engine';
import type { EngineWorker } from '#engine/worker';
import { resetDocumentRuntime } from './document/runtime.ts';
import { resetRunRuntime } from './run/runtime.ts';
import { resetServersRuntime } from './servers/runtime.ts';
import { resetStorageRuntime } from './storage/runtime.ts';
import type { Notice } from './store/notices.ts';
import { onNotice } from './store/notices.ts';
import type { StateChange } from './store/State.ts';
import { INITIAL_STATE, session, update } from './store/store.ts';
import { resetWorkspaceRuntime } from './workspace/runtime.ts';

/** For tests: a fresh session over files by path, saved and writable. */
export function resetSession(files: Readonly<Record<string, string>>, change: StateChange = {}): void {
  const workspace: Workspace = { files: new Map(Object.entries(files)), layouts: new Map() };
  resetDocumentRuntime();
  resetRunRuntime();
  resetServersRuntime();
  resetStorageRuntime();
  resetWorkspaceRuntime();
  update(INITIAL_STATE);
  update({
    document: { workspace, activePath: Object.keys(files)[0] ?? null },
    storage: { save: { state: 'saved' } },
  });
  update(change);
}

/** For tests: the present text of a file. */
export function textOf(path: string): string | undefined {
  return session.getState().document.workspace.files.get(path);
}

/** For tests: collects the notices from now on. */
export function collectNotices(): Notice[] {
  const notices: Notice[] = [];
  onNotice((notice) => notices.push(notice));
  return notices;
}

/** For tests: an engine that does nothing but what is put in the place of its methods. */
export function idleEngine(methods: Partial<EngineWorker>): EngineWorker {
  return new Proxy(methods, {
    get: (target, name) => Reflect.get(target, name) ?? (async () => undefined),
  }) as EngineWorker; // Every method is there, by the trap.
}
