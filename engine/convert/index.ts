/**
 * Documents of other programs. Those of the format this one is nearest to, Compozy's, in its early and its later forms, are found out
 * by what only they write, and rewritten by smallest edits; what has no counterpart is kept as a comment. Those of the others are
 * recognised by their shape, to be told of by name.
 */
export { type ConvertedDocument, convertDialect } from './convertDialect.ts';
export { type Dialect, findDialect } from './findDialect.ts';
export { toExpression } from './goTemplate.ts';
export { moveEntry } from './moveEntry.ts';
export { type ForeignWorkflow, findProgram } from './programs.ts';
