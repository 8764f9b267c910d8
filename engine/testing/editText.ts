import { expect } from 'vitest';
import type { Result } from '../base/index.ts';
import { type Analysis, analyze } from '../graph/index.ts';
import {
  applyTransaction,
  invertTransaction,
  type Layout,
  type Refusal,
  type Transaction,
  type Workspace,
} from '../text/index.ts';

/** The path of the one file in tests of commands. */
export const TEST_PATH = 'test.yaml';

/** What a command made of a workspace of one file. */
export interface Edited {
  readonly text: string;
  readonly layout: Layout | undefined;
}

type RunCommand = (analysis: Analysis) => Result<Transaction, Refusal>;

/**
 * Runs a command on a text and answers the whole text after it. Proves on the way that the inverse restores every
 * character and the layout. A refusal fails the test, with its code and message.
 */
export function editText(text: string, command: RunCommand, layout?: Layout): Edited {
  const before = workspaceOf(text, layout);
  const result = command(analyze(TEST_PATH, text));
  if (!result.ok) expect.fail(`refused: ${result.error.code}: ${result.error.message}`);
  const after = applyTransaction(before, result.value);
  if (!after.ok) expect.fail(`not applicable: ${after.error.message}`);
  const restored = applyTransaction(after.value, invertTransaction(before, result.value));
  if (!restored.ok) expect.fail(`not invertible: ${restored.error.message}`);
  expect(restored.value.files.get(TEST_PATH)).toBe(text);
  expect(restored.value.layouts.get(TEST_PATH)).toEqual(layout);
  return { text: after.value.files.get(TEST_PATH) ?? '', layout: after.value.layouts.get(TEST_PATH) };
}

/** The code a command refuses a text with; null when it does not refuse. */
export function refusalOf(text: string, command: RunCommand): string | null {
  const result = command(analyze(TEST_PATH, text));
  return result.ok ? null : result.error.code;
}

function workspaceOf(text: string, layout: Layout | undefined): Workspace {
  return { files: new Map([[TEST_PATH, text]]), layouts: new Map(layout ? [[TEST_PATH, layout]] : []) };
}
