import { type Err, err, ok, type Result } from '../../base/index.ts';
import {
  applyEdits,
  composeEdits,
  mapOffset,
  minimalEdits,
  type Path,
  type Refusal,
  type TextEdit,
} from '../../text/index.ts';
import { hasReferences, parseSyntax } from '../parsing/parseSyntax.ts';
import type { Slot } from '../tree/findNode.ts';
import { childSlot } from '../tree/findNode.ts';
import type { AliasNode, Syntax, SyntaxNode } from '../tree/Syntax.ts';

/** What a change of a document answers: its edits, or why it is refused. Offsets refer to the text before the change. */
export type Edits = Result<readonly TextEdit[], Refusal>;

/** One change of a text. Its edits refer to the text of the syntax it is given. */
export type EditStep = (syntax: Syntax) => Result<readonly TextEdit[], Refusal>;

/**
 * Runs steps one after the other, each on the text the ones before it left, and answers one list of edits against the
 * first text. The first refusal is the answer to the whole.
 */
export function composeSteps(syntax: Syntax, steps: readonly EditStep[]): Result<readonly TextEdit[], Refusal> {
  let current = syntax;
  let edits: readonly TextEdit[] = [];
  for (const [index, step] of steps.entries()) {
    const result = step(current);
    if (!result.ok) return result;
    if (result.value.length === 0) continue;
    edits = composeEdits(edits, result.value);
    // The text after the last step is not needed.
    if (index === steps.length - 1) break;
    current = parseSyntax(applyEdits(current.text, result.value), { syntax: current, edits: result.value });
  }
  return ok(trimEdits(syntax.text, edits));
}

/** The same change without what it writes back unaltered. */
export function trimEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
  return edits.flatMap((edit) =>
    minimalEdits(text.slice(edit.start, edit.end), edit.text).map((part) => ({
      start: edit.start + part.start,
      end: edit.start + part.end,
      text: part.text,
    })),
  );
}

/** How far a path leads in the text itself. */
export interface TreePlace {
  readonly slot: Slot;
  /** The way to `slot`. */
  readonly path: Path;
  /** What of the path is left and not there yet. */
  readonly rest: Path;
  /** The places on the way, the document first, `slot` omitted. */
  readonly parents: readonly Slot[];
  /** Whether the place lies inside brackets. */
  readonly isInFlow: boolean;
}

/** Follows a path as far as it is written; refused with `ALIAS_SHARED` where it would leave the place through an alias. */
export function locate(syntax: Syntax, path: Path): Result<TreePlace, Refusal> {
  let slot: Slot = { kind: 'root', value: syntax.root };
  const parents: Slot[] = [];
  let isInFlow = false;
  for (const [index, step] of path.entries()) {
    const { value } = slot;
    if (value?.kind === 'alias') return sharedByAlias(path.slice(0, index), value.name);
    const child: Slot | undefined = childSlot(value, step);
    if (child === undefined)
      return ok({ slot, path: path.slice(0, index), rest: path.slice(index), parents, isInFlow });
    isInFlow ||= (value?.kind === 'map' || value?.kind === 'list') && value.style === 'flow';
    parents.push(slot);
    slot = child;
  }
  return ok({ slot, path, rest: [], parents, isInFlow });
}

/** A place as people write it: `tasks[0].with.name`. */
export function formatPath(path: Path): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

/** There is nothing at the path. */
export function unknownPath(path: Path): Err<Refusal> {
  const subject = formatPath(path);
  return err({ code: 'UNKNOWN_PATH', subject, message: `There is nothing at ${subject || 'the top'} to change.` });
}

/** The path leads into something that is no map or list. */
export function notACollection(path: Path, wanted: 'map' | 'list'): Err<Refusal> {
  const subject = formatPath(path);
  const message = `${subject || 'The document'} is not a ${wanted}, so nothing can be put into it. Change it to a ${wanted} first.`;
  return err({ code: wanted === 'map' ? 'NOT_A_MAP' : 'NOT_A_LIST', subject, message });
}

/** The path leads through an alias: its value is written elsewhere. */
export function sharedByAlias(path: Path, name: string): Err<Refusal> {
  const subject = formatPath(path);
  const message = `${subject} is the alias *${name}. Change the value at &${name}, or write it out here first.`;
  return err({ code: 'ALIAS_SHARED', subject, message });
}

/** The edit would remove or change the node that an alias elsewhere refers to. */
export function breaksAlias(name: string): Err<Refusal> {
  const message = `The alias *${name} would no longer refer to the same value. Write it out where it is used first.`;
  return err({ code: 'ALIAS_BROKEN', subject: name, message });
}

/** The text around the place is too broken, or too unusual, to be edited safely. */
export function cannotEdit(path: Path): Err<Refusal> {
  const subject = formatPath(path);
  return err({
    code: 'SYNTAX_ERROR',
    subject,
    message: `The YAML at ${subject || 'the top'} cannot be edited safely. Change it in the text.`,
  });
}

/**
 * Accepts edits unless an alias that stays would no longer refer to the same node: refused with `ALIAS_BROKEN`.
 * An edit inside that node is accepted: the alias is meant to follow it.
 */
export function keepAliases(syntax: Syntax, edits: Edits): Edits {
  if (!edits.ok) return edits;
  const trimmed = trimEdits(syntax.text, edits.value);
  if (!hasReferences(syntax) || trimmed.length === 0) return ok(trimmed);
  const after = parseSyntax(applyEdits(syntax.text, trimmed), { syntax, edits: trimmed });
  const aliases = new Map(collectAliases(after.root).map((alias) => [alias.start, alias]));
  for (const alias of collectAliases(syntax.root)) {
    if (trimmed.some((edit) => edit.start < alias.end && edit.end > alias.start)) continue;
    const now = aliases.get(mapOffset(trimmed, alias.start, 1));
    if (now?.name !== alias.name || !isSameTarget(alias, now, trimmed)) return breaksAlias(alias.name);
  }
  return ok(trimmed);
}

function isSameTarget(before: AliasNode, after: AliasNode, edits: readonly TextEdit[]): boolean {
  if (before.target === null || after.target === null) return before.target === after.target;
  const { start } = before.target;
  return after.target.start === mapOffset(edits, start, 1) || after.target.start === mapOffset(edits, start, -1);
}

function collectAliases(root: SyntaxNode | null): AliasNode[] {
  const aliases: AliasNode[] = [];
  const visit = (node: SyntaxNode | null): void => {
    if (node?.kind === 'alias') aliases.push(node);
    if (node?.kind === 'list') for (const { value } of node.items) visit(value);
    if (node?.kind !== 'map') return;
    for (const { keyNode, value } of node.entries) {
      visit(keyNode);
      visit(value);
    }
  };
  visit(root);
  return aliases;
}

interface Places {
  /** Aliases by their place. */
  readonly aliases: ReadonlyMap<string, AliasNode>;
  readonly paths: ReadonlyMap<SyntaxNode, Path>;
}

/**
 * The name of an alias that does not refer to the same node in the tree after a change; null when all do. `toNew` maps a
 * path before the change to the path of the same node after it.
 */
export function findLostAlias(before: Syntax, after: Syntax, toNew: (path: Path) => Path): string | null {
  const old = readPlaces(before.root);
  const now = readPlaces(after.root);
  if (old.aliases.size !== now.aliases.size) {
    const { value } = [...old.aliases.values(), ...now.aliases.values()].values().next();
    return value?.name ?? '';
  }
  for (const alias of old.aliases.values()) {
    const found = now.aliases.get(keyOf(toNew(old.paths.get(alias) ?? [])));
    if (found?.name !== alias.name || !isSame(alias.target, found.target)) return alias.name;
  }
  return null;

  function isSame(target: SyntaxNode | null, found: SyntaxNode | null): boolean {
    if (target === null || found === null) return target === found;
    return keyOf(toNew(old.paths.get(target) ?? [])) === keyOf(now.paths.get(found) ?? []);
  }
}

/** Every node by its path; a key has the step -1, since it may be an alias too, or bear an anchor. */
function readPlaces(root: SyntaxNode | null): Places {
  const aliases = new Map<string, AliasNode>();
  const paths = new Map<SyntaxNode, Path>();
  const visit = (node: SyntaxNode | null, path: Path): void => {
    if (node === null) return;
    paths.set(node, path);
    if (node.kind === 'alias') aliases.set(keyOf(path), node);
    if (node.kind === 'list') for (const [index, { value }] of node.items.entries()) visit(value, [...path, index]);
    if (node.kind !== 'map') return;
    for (const { key, keyNode, value } of node.entries) {
      visit(keyNode, [...path, key, -1]);
      visit(value, [...path, key]);
    }
  };
  visit(root, []);
  return { aliases, paths };
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
