import { ok, type Result } from '../../base/index.ts';
import type { ExpressionReference } from '../../expression/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Path, Refusal, Transaction } from '../../text/index.ts';
import { readField } from '../find/readField.ts';
import { renameInputInTests, renameInputInTriggers } from '../rename/renameAcross.ts';
import type { Step } from '../steps/editFile.ts';
import { findReferences, renameKeys } from '../steps/rewriteReferences.ts';
import { FileSteps, type Files, openFiles } from '../steps/workspaceFiles.ts';
import { editSchema, schemaSteps } from './editSchema.ts';

const INPUT = ['schema', 'input'] as const;

/** A property of the workflow's input, and the name it gets. */
export interface InputRename {
  readonly from: string;
  readonly to: string;
  /** The texts of the workspace by path: with them, the tests of the workflow follow, and what a server gives to its runs. */
  readonly files?: Files | undefined;
}

/** Gives a property of the workflow's input another name, and with it every template that reads it of `workflow.input` or `trigger.input`. */
export function renameInput(analysis: Analysis, { from, to, files }: InputRename): Result<Transaction, Refusal> {
  const change = { type: 'rename', name: from, to } as const;
  const checked = editSchema(analysis, { path: INPUT, change });
  if (!checked.ok || from === to) return checked;
  const workspace = openFiles(files ?? new Map(), analysis);
  const steps = new FileSteps();
  steps.add(analysis.path, [...schemaSteps(INPUT, readField(analysis.syntax, INPUT), change), renameReads(from, to)]);
  const rename = { workflows: new Set([analysis.path]), from, to };
  renameInputInTests(workspace, steps, rename);
  renameInputInTriggers(workspace, steps, rename);
  const edits = steps.toEdits(workspace);
  return edits.ok ? ok({ origin: `renameInput:${from}`, changes: edits.value }) : edits;
}

const ROOTS: ReadonlySet<string> = new Set(['workflow', 'trigger']);

function renameReads(from: string, to: string): Step {
  return renameKeys(to, (reference) => (readsInput(reference, from) ? 1 : null));
}

function readsInput({ root, path: [first, second] }: ExpressionReference, name: string): boolean {
  return ROOTS.has(root) && first === 'input' && second === name;
}

/** The texts whose templates read a property of the workflow's input, one for each time, by their paths. */
export function findInputReads({ syntax }: Analysis, name: string): readonly Path[] {
  return findReferences(syntax, []).flatMap(({ reference, path }) => (readsInput(reference, name) ? [path] : []));
}
