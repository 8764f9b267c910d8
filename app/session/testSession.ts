import type { Workspace } from '#engine';
import type { EngineWorker } from '#engine/worker';
import type { Notice } from './notices.ts';
import { onNotice } from './notices.ts';
import type { SessionState } from './State.ts';
import { INITIAL_STATE, session, update } from './store.ts';

/** For tests: a fresh session over files by path, saved and writable. */
export function resetSession(files: Readonly<Record<string, string>>, change: Partial<SessionState> = {}): void {
  const workspace: Workspace = { files: new Map(Object.entries(files)), layouts: new Map() };
  update({
    ...INITIAL_STATE,
    workspace,
    activePath: Object.keys(files)[0] ?? null,
    save: { state: 'saved' },
    ...change,
  });
}

/** For tests: the present text of a file. */
export function textOf(path: string): string | undefined {
  return session.getState().workspace.files.get(path);
}

/** For tests: collects what the person is told from now on. */
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
