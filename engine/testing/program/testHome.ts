import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Names the folder that the processes of one run of tests share. */
export const TEST_HOME = 'SIGNALBOX_TEST_HOME';

/** Global setup of Vitest and of Playwright: makes the folder; answers with what removes it. */
export default function openTestHome(): () => void {
  if (process.env[TEST_HOME] !== undefined) return () => {};
  const home = mkdtempSync(path.join(tmpdir(), 'signalbox-tests-'));
  process.env[TEST_HOME] = home;
  return () => rmSync(home, { recursive: true, force: true });
}
