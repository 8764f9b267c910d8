import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const FOLDERS = ['engine', 'app', 'site', 'tools'];

/** What replaces modules or loads them again: tests after it would get those as well. Globals and clocks are put back by those who change them. */
const CHANGES_MODULES = /vi\.(mock|resetModules)\(/;

/** `npm run test:long` runs these too: what needs real time, size or many seeds. Each has a short form next to it. */
const LONG = '**/*.long.test.{ts,tsx}';
const isLong = process.env['SIGNALBOX_TEST_FACTOR'] !== undefined;

const isolated = FOLDERS.flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => CHANGES_MODULES.test(readFileSync(new URL(file, import.meta.url), 'utf8'))),
);

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'engine/testing/program/testHome.ts',
    setupFiles: ['engine/testing/setUpTests.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test that passes only when it is tried again is named in the summary of `npm test`.
    retry: process.env['CI'] && !isLong ? 1 : 0,
    maxWorkers: '100%',
    // A process of its own for each file takes longer than most files do: only those that need one get it.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: FOLDERS.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: isLong ? isolated : [...isolated, LONG],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated, exclude: isLong ? [] : [LONG] } },
    ],
  },
});
