/**
 * What is wrong with a workflow, what may be, and how to fix it: one rule per file.
 *
 * Inside:
 * - `foreign`: names, functions, templates and keys as other programs write them, and what they are here.
 * - `subject`: what rules are given and answer, the codes, and what several rules look up.
 * - `rules/format`: keys, values and ids that the format does not allow.
 * - `rules/flow`: where a run goes: targets, conditions, cycles, joins, retries.
 * - `rules/resources`: agents, tools, memories, imports and packages.
 * - `rules/values`: expressions, and the values that tasks are given and read.
 */

/** The checks of other files of the workspace, which are loaded with this one. */
export { checkServeConfig } from '../serveConfig/index.ts';
export { checkTestFile } from '../testFile/index.ts';
export { blocksRun, checkAnalysis } from './checkAnalysis.ts';
export { createScopeLookup } from './rules/values/checkScopes.ts';
export { DIAGNOSTIC_CODES } from './subject/codes.ts';
export { findTemplates, type TemplatePlace } from './subject/findTemplates.ts';
export type { KnownWorkflows } from './subject/Rule.ts';
