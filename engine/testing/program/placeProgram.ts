import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEST_HOME } from './testHome.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Names the folder of the program that `npm test` has built. */
const TEST_PROGRAM = 'SIGNALBOX_TEST_PROGRAM';

/** How long to wait between looks whether another process has built the program, in ms. */
const PATIENCE = 50;

/**
 * Puts the bundled command line, `signalbox.js` with its parts, into a new folder, as it lies in the package. It is built once in
 * a run of tests: by `npm test`, else by the process that asks first. Answers with the path of `signalbox.js`. Throws where it cannot be built.
 * `root`: of the repository, for what is bundled itself.
 */
export function placeProgram(folder: string, root = ROOT): string {
  const [built, home] = [process.env[TEST_PROGRAM], process.env[TEST_HOME]];
  if (built !== undefined && root === ROOT) cpSync(built, folder, { recursive: true });
  else if (home === undefined) build(folder, root);
  else cpSync(buildOnce(home, root), folder, { recursive: true });
  return path.join(folder, 'signalbox.js');
}

function build(folder: string, root: string): void {
  execFileSync(process.execPath, ['tools/build-cli.mjs', folder], { cwd: root });
}

function buildOnce(home: string, root: string): string {
  const [built, draft, turn] = ['program', 'draft', 'turn'].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  while (!existsSync(built)) {
    if (!takeTurn(turn)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE);
      continue;
    }
    try {
      if (!existsSync(built)) {
        build(draft, root);
        renameSync(draft, built);
      }
    } finally {
      rmdirSync(turn);
    }
  }
  return built;
}

/** Whether no other process builds now: a folder is made by one of them only. */
function takeTurn(turn: string): boolean {
  try {
    mkdirSync(turn);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
