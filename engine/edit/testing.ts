import { expect } from 'vitest';
import type { Result } from '../base/index.ts';
import { type Analysis, analyze } from '../graph/index.ts';
import { applyTransaction, invertTransaction, type Refusal, type Transaction } from '../text/index.ts';

/** Texts by path, as tests write them. */
export type Texts = Readonly<Record<string, string>>;

type Command = (analysis: Analysis, files: ReadonlyMap<string, string>) => Result<Transaction, Refusal>;

/** Runs a command on the first of some files and answers all texts after it; proves that the inverse restores every character. */
export function editTexts(texts: Texts, command: Command): Record<string, string> {
  const files = new Map(Object.entries(texts));
  const before = { files, layouts: new Map() };
  const result = runOn(texts, command);
  if (!result.ok) expect.fail(`refused: ${result.error.code}: ${result.error.message}`);
  const after = applyTransaction(before, result.value);
  if (!after.ok) expect.fail(`not applicable: ${after.error.message}`);
  const restored = applyTransaction(after.value, invertTransaction(before, result.value));
  if (!restored.ok) expect.fail(`not invertible: ${restored.error.message}`);
  expect(Object.fromEntries(restored.value.files)).toEqual(texts);
  return Object.fromEntries(after.value.files);
}

/** The code a command refuses the first of some files with; null when it does not refuse. */
export function refusalIn(texts: Texts, command: Command): string | null {
  const result = runOn(texts, command);
  return result.ok ? null : result.error.code;
}

function runOn(texts: Texts, command: Command): Result<Transaction, Refusal> {
  const [first] = Object.entries(texts);
  return command(analyze(first?.[0] ?? '', first?.[1] ?? ''), new Map(Object.entries(texts)));
}
