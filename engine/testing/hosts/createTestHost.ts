import { err } from '../../base/index.ts';
import { createRunReader } from '../../hosts/worker/exported/RunReader.ts';
import { CassetteReader } from '../../hosts/worker/proof/CassetteReader.ts';
import type { TestHost } from '../../hosts/worker/proof/playTests.ts';
import { createMemoryKeyValues } from '../memoryFiles.ts';

const CLOCK = { now: () => 0, setTimer: () => () => undefined, yieldToEventLoop: () => Promise.resolve() };

/** What tests are played with that reaches nothing, has no files, and keeps nothing yet. */
export function createTestHost(): TestHost {
  return {
    ports: {},
    cassettes: new CassetteReader(createRunReader(CLOCK)),
    readFile: async (path) => err(`There is no “${path}”.`),
    live: {
      clock: CLOCK,
      uniqueText: () => '1',
      keptFiles: createMemoryKeyValues(),
      fill: async (variables) => variables,
      portsOf: () => ({}),
    },
  };
}
