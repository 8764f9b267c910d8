import { err, isJsonObject, type Json, type JsonObject, jsonObject, ok, ownValue, type Result } from '../base/index.ts';
import type { Change } from './Proposal.ts';
import { MOST_CHANGES } from './readChanges.ts';
import { LARGEST_PROPOSAL, type StoredProposal } from './StoredProposal.ts';

const FORMAT = 'signalbox-proposal/1';

/** Longest name of an author, and longest reason, in UTF-16 code units. */
const LONGEST = { who: 100, why: 2_000 } as const;

/** Most texts that one is written on. */
const MOST_TEXTS = 200;

/** Deepest value that a program may send: deeper ones would exhaust the stack of who walks through them. */
export const DEEPEST = 100;

/** A proposal as the text of its file. */
export function formatStored({ id, at, proposal, base }: StoredProposal): string {
  const { who, why, path, changes } = proposal;
  const json: JsonObject = { format: FORMAT, id, at, who, why, path, changes, base: jsonObject([...base]) };
  return `${JSON.stringify(json, null, 2)}\n`;
}

/**
 * Reads the text of the file in which a proposal waits. Anybody may have written it: what is not as expected is no proposal, and
 * the error says why, as a sentence about the file.
 */
export function readStored(id: string, text: string): Result<StoredProposal, string> {
  // No character is less than a byte.
  if (text.length > LARGEST_PROPOSAL) return err('It is larger than 10 MiB.');
  const value = parse(text);
  if (value === undefined) return err('It is no JSON.');
  if (!isJsonObject(value) || ownValue(value, 'format') !== FORMAT) return err(`Its format is not “${FORMAT}”.`);
  const [at, who, why, path] = ['at', 'who', 'why', 'path'].map((key) => ownValue(value, key));
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return err('“at” is no time.');
  if (!isShort(who, LONGEST.who)) return err(`“who” is no text of 1 to ${LONGEST.who} characters.`);
  if (!isShort(why, LONGEST.why)) return err(`“why” is no text of 1 to ${LONGEST.why} characters.`);
  if (typeof path !== 'string' || !isWorkspacePath(path)) return err('“path” is no file of a workspace.');
  const changes = readChangeList(ownValue(value, 'changes'));
  if (!changes.ok) return changes;
  const base = readBase(ownValue(value, 'base'));
  if (!base.ok) return base;
  return ok({ id, at, proposal: { who, why, path, changes: changes.value }, base: base.value });
}

/** Whether a path may be that of a YAML file of a workspace: below its folder, and nothing of it hidden. */
export function isWorkspacePath(path: string): boolean {
  return isPlainPath(path) && /\.ya?ml$/iu.test(path);
}

/** Whether a path is one below a folder, with no part of it hidden or of a package: those hold what is not for programs, secrets, tools and state. */
export function isPlainPath(path: string): boolean {
  const parts = path.split('/');
  const isSeen = parts.every((part) => part !== '' && !part.startsWith('.') && part !== 'node_modules');
  return isSeen && path.length <= 500 && !/[\\\p{Cc}:]/u.test(path);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isShort(value: Json | undefined, longest: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest;
}

function readChangeList(value: Json | undefined): Result<readonly Change[], string> {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_CHANGES)
    return err(`“changes” is no list of 1 to ${MOST_CHANGES} changes.`);
  const changes: Change[] = [];
  for (const [index, change] of value.entries()) {
    const place = `“changes[${index}]”`;
    if (!isJsonObject(change)) return err(`${place} is no map.`);
    if (isDeeper(change, DEEPEST)) return err(`${place} is nested more than ${DEEPEST} deep.`);
    const path = ownValue(change, 'path');
    if (path !== undefined && (typeof path !== 'string' || !isWorkspacePath(path)))
      return err(`“path” of ${place} is no file of a workspace.`);
    changes.push(change);
  }
  return ok(changes);
}

function readBase(value: Json | undefined): Result<ReadonlyMap<string, string>, string> {
  if (value === undefined || !isJsonObject(value)) return err('“base” is no map of texts.');
  const texts = Object.entries(value);
  if (texts.length > MOST_TEXTS) return err(`“base” has more than ${MOST_TEXTS} texts.`);
  const base = new Map<string, string>();
  for (const [path, text] of texts) {
    if (!isWorkspacePath(path)) return err('“base” names what is no file of a workspace.');
    if (typeof text !== 'string') return err('“base” has what is no text.');
    base.set(path, text);
  }
  return ok(base);
}

/** Whether a value has more levels than that; found level by level, as it may be deeper than the stack. */
export function isDeeper(value: Json, most: number): boolean {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}
