import { type Data, type Suggest } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { ResolvedImports, Workflow } from '../../model/index.ts';
import type { FieldPlace } from '../../schema/index.ts';
import {
  composeSteps,
  type EditStep,
  findNode,
  type RangePart,
  removeAt,
  renameKey,
  type ScalarNode,
  type Syntax,
  setValue,
} from '../../syntax/index.ts';
import type { Fix, Path, TextRange } from '../../text/index.ts';
import type { CheckCode } from './codes.ts';
import { scalarRange, type TemplatePlace } from './findTemplates.ts';

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

type Fixes = () => readonly Fix[];

/** Sets the value at a path, adding the key where it is missing. */
export function fixBySetting({ analysis }: Subject, path: Path, value: Data, title: string): Fixes {
  return () => adding(analysis, [path], toFixes(title, setValue(analysis.syntax, path, value)));
}

/** Calls the key at a path by another name. */
export function fixByRenaming({ analysis }: Subject, path: Path, key: string): Fixes {
  const added = [[...path.slice(0, -1), key]];
  return () => adding(analysis, added, toFixes(`Rename to ${key}`, renameKey(analysis.syntax, path, key)));
}

/** Changes of a document, made one after the other. */
interface StepsOfFix {
  readonly title: string;
  readonly steps: readonly EditStep[];
  /** Where they write values. */
  readonly places: readonly Path[];
}

/** Changes the document step by step. None for a definition on its own, which has other paths once its text is read again. */
export function fixBySteps({ analysis, isDefinition }: Subject, { title, steps, places }: StepsOfFix): Fixes {
  if (isDefinition && steps.length > 1) return () => [];
  return () => adding(analysis, places, toFixes(title, composeSteps(analysis.syntax, steps)));
}

/** Removes the node at a path. */
export function fixByRemoving({ analysis }: Subject, path: Path, title: string): Fixes {
  return () => toFixes(title, removeAt(analysis.syntax, path));
}

/** Part of a text of the document, in its value, and what is written in its place. */
interface TextPart {
  readonly path: Path;
  readonly part: TextRange;
  readonly text: string;
  readonly title?: string;
}

/**
 * Writes something else for a part of a text: only that part where it is in the document as it is read, the whole text with
 * the quotes it needs where it does not. No fix where the text is not in this file.
 */
export function fixInText({ analysis }: Subject, value: string, { path, part, text, title }: TextPart): Fixes {
  return () => {
    const node = findNode(analysis.syntax, path);
    if (node?.kind !== 'scalar' || node.value !== value) return [];
    const range = scalarRange(node, part);
    const isExact = analysis.syntax.text.slice(range.start, range.end) === value.slice(part.start, part.end);
    const isAsRead = isExact && (/^[\w.-]*$/.test(text) || isBlock(node) || (isQuoted(node) && !/["'\\]/.test(text)));
    const named = title ?? `Change to ${text}`;
    if (isAsRead) return [{ title: named, edits: [{ ...range, text }] }];
    return isBlock(node)
      ? []
      : toFixes(named, setValue(analysis.syntax, path, value.slice(0, part.start) + text + value.slice(part.end)));
  };
}

function isBlock({ style }: ScalarNode): boolean {
  return style === 'literal' || style === 'folded';
}

function isQuoted({ style }: ScalarNode): boolean {
  return style === 'single' || style === 'double';
}

/** Fixes with the keys that are not there yet on the ways to what they write. */
function adding({ syntax }: Subject['analysis'], places: readonly Path[], fixes: readonly Fix[]): readonly Fix[] {
  const prefixes = places.flatMap((place) => place.map((_, index) => place.slice(0, index + 1)));
  const adds = prefixes.filter((path) => findNode(syntax, path) === undefined).map((path) => JSON.stringify(path));
  return adds.length === 0 ? fixes : fixes.map((fix) => ({ ...fix, adds: [...new Set(adds)] }));
}

/** A fix where the edit can be made, else none. */
function toFixes(title: string, result: ReturnType<typeof setValue>): readonly Fix[] {
  return result.ok && result.value.length > 0 ? [{ title, edits: result.value }] : [];
}
