import { hasImports, readWorkflow, resolveImports } from '../model/index.ts';
import {
  type BeginningSize,
  joinParts,
  parseSyntax,
  readBeginning,
  type Syntax,
  type TextPart,
} from '../syntax/index.ts';
import { minimalEdits, type TextEdit } from '../text/index.ts';
import type { Analysis, ShownAnalysis } from './Analysis.ts';
import { buildGraph } from './buildGraph.ts';

/**
 * Derives tree, workflow and graph of one file's text. With the analysis of the text before, unchanged text gives that
 * same object back, and changed text is parsed again only where it changed: tasks the tree keeps are kept as they are.
 * With the texts of the workspace by path, `imports` are resolved too (format.md 3).
 */
export function analyze(
  path: string,
  text: string,
  previous?: Analysis,
  files?: ReadonlyMap<string, string>,
): Analysis {
  return withImports(analyzeText(path, text, previous), files);
}

/** An analysis, and edits of its text. */
export interface EditedAnalysis {
  readonly previous: Analysis;
  readonly edits: readonly TextEdit[];
}

/** The same where the edits are known that lead to `text`, which need not be found again. */
export function analyzeEdited(
  text: string,
  { previous, edits }: EditedAnalysis,
  files?: ReadonlyMap<string, string>,
): Analysis {
  const { path, syntax } = previous;
  const analysis = edits.length === 0 ? previous : derive(path, parseSyntax(text, { syntax, edits }), previous);
  return withImports(analysis, files);
}

function withImports(analysis: Analysis, files: ReadonlyMap<string, string> | undefined): Analysis {
  if (files === undefined || !hasImports(analysis.workflow)) return analysis;
  const { path, syntax, workflow } = analysis;
  return { ...analysis, imports: resolveImports({ path, syntax, workflow, texts: files }) };
}

function analyzeText(path: string, text: string, previous: Analysis | undefined): Analysis {
  if (previous?.syntax.text === text)
    return previous.path === path && previous.imports === undefined ? previous : withoutImports(previous, path);
  const syntax =
    previous === undefined
      ? parseSyntax(text)
      : parseSyntax(text, { syntax: previous.syntax, edits: minimalEdits(previous.syntax.text, text) });
  return derive(path, syntax, previous);
}

/** The same of a text that was read elsewhere, part by part (`readParts`). */
export function analyzeParts(path: string, text: string, parts: readonly TextPart[]): Analysis {
  return derive(path, joinParts(text, parts), undefined);
}

/** The first tasks of a text, to be looked at: what leads to later ones dangles. */
interface FirstTasks extends ShownAnalysis {
  /** Items of lists at the top that were read, and all there are. */
  readonly read: number;
  readonly total: number;
}

/** Reads and derives the beginning of a text, as far as `most` allows (`readBeginning`); null where it has none. */
export function analyzeBeginning(path: string, text: string, most: BeginningSize): FirstTasks | null {
  const beginning = readBeginning(text, most);
  if (beginning === null) return null;
  const { syntax, read, total } = beginning;
  return { ...derive(path, syntax, undefined), read, total };
}

function derive(path: string, syntax: Syntax, previous: Analysis | undefined): Analysis {
  const workflow = readWorkflow(syntax, previous);
  return { path, syntax, workflow, graph: buildGraph(workflow, previous), isBroken: isBroken(syntax) };
}

function withoutImports({ syntax, workflow, graph, isBroken }: Analysis, path: string): Analysis {
  return { path, syntax, workflow, graph, isBroken };
}

/** Errors of YAML that leave every other key where it is and what it is: the rest can be drawn and edited. */
const LOCAL_ERRORS: ReadonlySet<string> = new Set([
  'ALIAS_CYCLE',
  'ALIAS_UNKNOWN',
  'COMPLEX_KEY',
  'DUPLICATE_KEY',
  'NUMBER_PRECISION',
  'UNQUOTED_TEMPLATE',
  'UNSUPPORTED_TAG',
]);

function isBroken(syntax: Syntax): boolean {
  if (syntax.root !== null && syntax.root.kind !== 'map') return true;
  return syntax.errors.some(({ code, severity }) => severity === 'error' && !LOCAL_ERRORS.has(code));
}
