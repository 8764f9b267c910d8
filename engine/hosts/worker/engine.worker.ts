import { expose } from 'comlink';
import { ENGINE_VERSION } from '../../driver/index.ts';
import { createMemoryHome, openSecretDisk, type RunScript, SecretKeeper, uniqueText } from '../../effects/index.ts';
import { loadYaml } from '../../syntax/index.ts';
import { createEngine } from './createEngine.ts';
import type { ReaderAnswer, ReaderTask } from './exported/openRunReader.ts';
import type { RunReader } from './exported/RunReader.ts';
import { READER_NAME } from './exported/readerName.ts';
import { openDisk } from './journal/openDisk.ts';
import { RunStore } from './journal/RunStore.ts';
import { listDatabases, StorageWatch } from './journal/storageFailure.ts';
import { createSystemClock } from './platform/clock.ts';
import { createRunLocks, holdLifeLock } from './platform/locks.ts';
import { savesData } from './platform/savesData.ts';
import { createChannelPort } from './protocol/RunChannel.ts';
import { openKeyValues } from './workspace/openKeyValues.ts';
import { SecretBroker } from './workspace/SecretBroker.ts';

/** Delay before what later calls need is loaded, in ms: calls of the page come first, such as resuming runs. */
const AHEAD = 1_000;

const clock = createSystemClock();

if (self.name === READER_NAME) serveReader();
else serveEngine();

/** Listens immediately: a message before the code that answers is loaded would be lost. */
function serveReader(): void {
  globalThis.addEventListener('message', ({ data }: MessageEvent<ReaderTask>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name.
    void answerReaderTask(data).then((answer) => globalThis.postMessage(answer));
  });
}

async function answerReaderTask(task: ReaderTask): Promise<ReaderAnswer> {
  const [{ answerTask }] = await Promise.all([import('./exported/openRunReader.ts'), loadYaml()]);
  return answerTask(task, clock);
}

function serveEngine(): void {
  const storage = new StorageWatch({ clock, listDatabases });
  const store = new RunStore(openDisk(undefined, storage.endOf('runs')), clock);
  const keeper = new SecretKeeper(
    openSecretDisk(storage.endOf('secrets')),
    () => secrets.notify(),
    () => storage.report({ store: 'secrets', reason: 'unavailable' }),
  );
  storage.onDeleted((lost) => {
    if (lost === 'secrets') keeper.loseDevice();
  });
  const secrets = new SecretBroker(keeper);
  // Some private windows have no IndexedDB.
  const memory = createMemoryHome({
    indexedDb: globalThis.indexedDB ?? undefined,
    onEnd: storage.endOf('memories'),
  });
  const keptFiles = openKeyValues('signalbox-files', storage.endOf('files'));
  const ports = { runScript: createScripts(), keyValues: openKeyValues('signalbox-values', storage.endOf('values')) };
  expose(
    createEngine({
      store,
      clock,
      locks: createRunLocks(),
      channel: createChannelPort(),
      uniqueText,
      secrets,
      storage,
      lifeLock: holdLifeLock(`signalbox-engine:${uniqueText()}`),
      memory,
      ports,
      keptFiles,
      version: ENGINE_VERSION,
      reader: createReader(),
    }),
  );
  // Where the person asked the browser to save data, each call loads what it needs.
  if (!savesData())
    clock.setTimer(
      AHEAD,
      () =>
        void import('./loadAhead.ts').then(
          (ahead) => ahead.loadAhead(),
          () => null,
        ),
    );
}

/** Loaded with the first run that is read from a file. */
function createReader(): RunReader {
  return {
    read: async (text, runId) => (await openReader()).read(text, runId),
    replay: async (recorded) => (await openReader()).replay(recorded),
  };
}

async function openReader(): Promise<RunReader> {
  const { openRunReader, startReader } = await import('./exported/openRunReader.ts');
  return openRunReader(startReader, clock);
}

/** Loaded with the first script. */
function createScripts(): RunScript {
  let sandbox: Promise<RunScript> | null = null;
  return async (...script) => {
    sandbox ??= import('./workspace/openSandbox.ts').then(({ createSandbox }) => createSandbox());
    // After a failed load, the next script tries again.
    sandbox.catch(() => (sandbox = null));
    return (await sandbox)(...script);
  };
}
