/**
 * Documents of the format this one is nearest to, Compozy's, in its early and its later forms: found out by what only they write,
 * and rewritten by smallest edits. What has no counterpart is kept as a comment.
 */
export { type ConvertedDocument, convertDialect } from './convertDialect.ts';
export { type Dialect, findDialect } from './findDialect.ts';
export { moveEntry } from './moveEntry.ts';
