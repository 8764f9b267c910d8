import { type Data, type Suggest } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { ResolvedImports, Workflow } from '../../model/index.ts';
import type { FieldPlace } from '../../schema/index.ts';
import type { RangePart, Syntax } from '../../syntax/index.ts';
import type { Fix, Path, TextRange } from '../../text/index.ts';
import type { CheckCode } from './codes.ts';
import type { TemplatePlace } from './findTemplates.ts';

/** What every rule may read of the document under check: with its imports in their place, where it has any. */
export interface Subject {
  readonly analysis: Analysis;
  readonly imports: ResolvedImports | null;
  /** True where the document is made around a definition that is a file of its own: paths are those of the document. */
  readonly isDefinition: boolean;
  /** The tree to look into. Its offsets are those of the text only where nothing is imported. */
  readonly tree: Syntax;
  /** The document as authored, imported definitions in their place. */
  readonly data: Data;
  /** Names of the workspace's variables; null where they are not known. */
  readonly variables: ReadonlySet<string> | null;
  /** The workflows of the workspace; null where they are not known. */
  readonly workflows: KnownWorkflows | null;
  /** Every key and item of the document, those of a task at the top together. */
  readonly groups: readonly (readonly FieldPlace[])[];
  /** What a misspelt name most likely means; nothing once the check compared too many names. */
  readonly suggest: Suggest;
  /** Every template of the document, in order of the text. */
  readonly templates: readonly TemplatePlace[];
}

/** The workflows of a workspace, by their paths in it. */
export interface KnownWorkflows {
  /** Null where there is no such file. */
  find(file: string): Pick<Workflow, 'inputSchema'> | null;
  /** Paths of workflows, one of which may be meant by a name that none has. */
  list(near: string): readonly string[];
}

/** Something a rule found. It becomes a diagnostic with the severity of its code and a range by its path. */
export interface Finding {
  readonly code: CheckCode;
  readonly path: Path;
  /** Which part of the path is underlined; `value` when omitted. */
  readonly part?: RangePart;
  /** The exact place, where the path alone does not give it. */
  readonly range?: TextRange;
  readonly message: string;
  /** The imported file it was found in, where that is known; else it is found out by the path. */
  readonly file?: string;
  /** Made only when needed. */
  readonly fixes?: () => readonly Fix[];
}

/** One kind of thing to look for. Rules know nothing of each other. */
export type Rule = (subject: Subject) => Iterable<Finding>;

/** A rule that checks each key and item alone: its findings depend on nothing else. */
export type FieldRule = (fields: readonly FieldPlace[], subject: Subject) => Iterable<Finding>;
