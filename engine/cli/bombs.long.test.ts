import { expect, test } from 'vitest';
import { describeBombs } from '../testing/bombs/describeBombs.ts';
import { SCRIPT_BOMBS } from '../testing/bombs/scripts.ts';
import { SERVER_BOMBS } from '../testing/bombs/servers.ts';
import { TEXT_BOMBS } from '../testing/bombs/texts.ts';
import { VALUE_BOMBS } from '../testing/bombs/values.ts';

const BOMBS = [...TEXT_BOMBS, ...VALUE_BOMBS, ...SCRIPT_BOMBS, ...SERVER_BOMBS];

describeBombs(BOMBS, { isTimed: true });

test('the table holds at least forty hostile inputs', () => {
  expect(BOMBS.length).toBeGreaterThanOrEqual(40);
});
