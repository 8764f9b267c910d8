import { expose } from 'comlink';
import { createMemoryHome, openSecretDisk, SecretKeeper } from '../../effects/index.ts';
import { ENGINE_VERSION } from '../version.ts';
import { createSystemClock } from './clock.ts';
import { Engine } from './Engine.ts';
import { openDisk } from './journal/openDisk.ts';
import { RunStore } from './journal/RunStore.ts';
import { loadAhead } from './loadAhead.ts';
import { createRunLocks } from './locks.ts';
import { openKeyValues } from './openKeyValues.ts';
import { createSandbox } from './openSandbox.ts';
import { createChannelPort } from './RunChannel.ts';
import { SecretDesk } from './SecretDesk.ts';

/** 96 random bits as text: letters and digits. */
function uniqueText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36).padStart(2, '0')).join('');
}

const clock = createSystemClock();
const store = new RunStore(openDisk(), clock);

const channel = createChannelPort();

const keeper = new SecretKeeper(openSecretDisk(), () => secrets.tell());
const secrets = new SecretDesk(keeper);

// Some private windows have no IndexedDB.
const memory = createMemoryHome({ indexedDb: globalThis.indexedDB ?? undefined });

const keptFiles = openKeyValues('signalbox-files');
const ports = { runScript: createSandbox(), keyValues: openKeyValues() };

expose(
  new Engine({
    store,
    clock,
    locks: createRunLocks(),
    channel,
    uniqueText,
    secrets,
    memory,
    ports,
    keptFiles,
    version: ENGINE_VERSION,
  }),
);

loadAhead(clock);
