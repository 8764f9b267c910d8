import { describe, test } from 'vitest';
import { toShort } from '../testing/bombs/Bomb.ts';
import { describeBombs, expectEnd, meet } from '../testing/bombs/describeBombs.ts';
import { SERVER_BOMBS } from '../testing/bombs/servers.ts';
import { TEXT_BOMBS } from '../testing/bombs/texts.ts';
import { VALUE_BOMBS } from '../testing/bombs/values.ts';
import { folderOfTest, runInProcess } from './testing.ts';

/**
 * Hostile inputs just beyond the limits that they reach. In `npm run test:long` all of them are much larger, and each is measured in a
 * separate process; here those alone that show what a process may lose: its stack and its memory. Scripts are held to their sandbox by
 * `evaluateScript.test.ts`.
 */
const WHOLE = new Set(['lists 200,000 deep', 'an answer of 300 MB in 300 KB (gzip)']);
const ALL = [...TEXT_BOMBS, ...VALUE_BOMBS, ...SERVER_BOMBS];

describeBombs(
  ALL.filter(({ name }) => WHOLE.has(name)),
  { isTimed: false },
);

describe('hostile inputs, each just beyond a limit', () => {
  const folder = folderOfTest('bombs');
  const cases = toShort(ALL).map((bomb) => [bomb.name, bomb] as const);
  test.for(cases)('%s', async ([, bomb]) => {
    const { path } = folder;
    expectEnd(bomb, await meet(bomb, { folder: path, name: 'bomb' }, (args) => runInProcess(args, { folder: path })));
  });
});
