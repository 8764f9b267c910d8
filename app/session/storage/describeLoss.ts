import type { EngineStore, StorageReport } from '#engine/worker';

const DELETED: Record<EngineStore, string> = {
  runs: 'The run history was deleted from this browser, as clearing the site’s data does. Runs that have not ended are stored again; a finished one that is on screen can still be exported.',
  values:
    'The values that core:kv kept were deleted from this browser, as clearing the site’s data does. Workflows that read them begin without them.',
  files:
    'Files that runs wrote were deleted from this browser, as clearing the site’s data does. Workflows of this workspace are kept apart from them.',
  memories:
    'Memories of agents were deleted from this browser, as clearing the site’s data does. Agents that use them start afresh.',
  secrets:
    'Secrets that were kept on this device were deleted from this browser, as clearing the site’s data does. Those that are open stay until this tab closes: choose in Variables to keep them again. Locked ones have to be set again.',
};

const NAMES: Record<EngineStore, string> = {
  runs: 'the run history',
  values: 'the values of core:kv',
  files: 'the files of runs',
  memories: 'the memories of agents',
  secrets: 'the secrets of this device',
};

/** What happened to a store of the engine, what is still there, and what to do. */
export function describeLoss(store: EngineStore, reason: StorageReport['reason']): string {
  switch (reason) {
    case 'gone':
      return DELETED[store];
    case 'outdated':
      return `A newer version of Signalbox is open in another tab and has taken over: ${NAMES[store]}. Reload this tab.`;
    case 'unavailable':
      return `This browser does not let Signalbox read what it keeps: ${NAMES[store]}. Reload the page, or restart the browser.`;
  }
}
