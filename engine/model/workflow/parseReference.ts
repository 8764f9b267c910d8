import { type Data, isDataMap } from '../../base/index.ts';

/** `repo`, `package` and `version` of the reference grammar (format.md 3); `text` is the shorthand that means the same. */
export interface Reference {
  readonly repo: string;
  readonly package: string;
  readonly version: string | null;
  readonly text: string;
}

/**
 * Reads a shorthand reference `repo (":"|"/") package ["@" version]` (format.md 3). With a colon the repo is all before
 * the first one; without, the text is split at the last `/`. The version's `@` is the last one not at index 0.
 * Null when repo, package or a version after `@` is empty, when there is no separator, or when it holds blanks.
 */
export function parseReference(text: string): Reference | null {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return null;
  const at = trimmed.lastIndexOf('@');
  const name = at > 0 ? trimmed.slice(0, at) : trimmed;
  const version = at > 0 ? trimmed.slice(at + 1) : null;
  const colon = name.indexOf(':');
  const split = colon === -1 ? name.lastIndexOf('/') : colon;
  if (split === -1 || version === '') return null;
  return toReference(name.slice(0, split), name.slice(split + 1), version, trimmed);
}

/** A reference from its three parts; null when `repo` or `package` is empty. */
export function toReference(repo: string, name: string, version: string | null, text?: string): Reference | null {
  if (repo === '' || name === '') return null;
  const shorthand = `${repo}:${name}${version === null ? '' : `@${version}`}`;
  return { repo, package: name, version, text: text ?? shorthand };
}

/** Reads a reference as a document has it: the shorthand, or a map of its three parts. Null where it is neither. */
export function readReference(use: Data | undefined): Reference | null {
  if (typeof use === 'string') return parseReference(use);
  if (!isDataMap(use)) return null;
  const [repo, name, version] = ['repo', 'package', 'version'].map((key) => use.get(key));
  if (typeof repo !== 'string' || typeof name !== 'string') return null;
  return toReference(repo, name, typeof version === 'string' ? version : null);
}
