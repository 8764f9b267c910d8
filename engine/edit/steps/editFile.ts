import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { holdsWorkflow, isRowsFile, isServeConfig } from '../../model/index.ts';
import { composeSteps, type Syntax } from '../../syntax/index.ts';
import type { FileChange, Layout, Refusal, TextEdit, Transaction } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';

/** One small change of a text: its edits refer to the syntax it is given, which holds what steps before it did. */
export type Step = (syntax: Syntax) => Result<readonly TextEdit[], Refusal>;

/** What a command does to one file. */
export interface FileEdit {
  /** Names the command and its subject: equal neighbours join in history. */
  readonly origin: string;
  /** Done one after the other. */
  readonly steps: readonly Step[];
  /** The file's layout afterwards, where it changes. */
  readonly layout?: Layout | undefined;
}

const SERVER = 'This file says what a server does, and has no tasks. Edit it as text, or open a workflow.';
const ROWS = 'This file holds rows of a dataset, and has no tasks. Edit it as text, or open a workflow.';
const TESTS = 'This file holds tests of a workflow, and has no tasks. Edit it as text, or open the workflow.';

/** Why no command applies while the text is broken; null when it is not. */
export function findSyntaxRefusal(analysis: Analysis): ReturnType<typeof refuse> | null {
  if (!holdsWorkflow(analysis.path)) return refuse('NO_WORKFLOW', analysis.path, describeFile(analysis.path));
  if (!analysis.isBroken) return null;
  return refuse('SYNTAX_ERROR', analysis.path, 'The YAML of this file is broken. Fix the marked line first, or undo.');
}

function describeFile(path: string): string {
  if (isRowsFile(path)) return ROWS;
  return isServeConfig(path) ? SERVER : TESTS;
}

/** Runs steps over the analysed text and answers them as one transaction of that file; refused as a whole. */
export function editFile(analysis: Analysis, { origin, steps, layout }: FileEdit): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const edits = composeSteps(analysis.syntax, steps);
  if (!edits.ok) return edits;
  const change: FileChange = { type: 'edit', path: analysis.path, edits: edits.value };
  const changes = edits.value.length === 0 ? [] : [change];
  return ok({ origin, changes, ...(layout ? { layouts: new Map([[analysis.path, layout]]) } : {}) });
}
