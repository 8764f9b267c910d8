import type { BuiltInTool } from './BuiltInTool.ts';
import { CSV_TOOL } from './csv.tool.ts';
import { HASH_TOOL } from './hash.ts';
import { HTTP_TOOL } from './http.tool.ts';
import { LOG_TOOL } from './log.ts';
import { RAISE_TOOL } from './raise.ts';
import { VALIDATE_TOOL } from './validate.ts';

const CATALOG = [HTTP_TOOL, CSV_TOOL, VALIDATE_TOOL, RAISE_TOOL, LOG_TOOL, HASH_TOOL] as const;

/** The reference of a built-in that runs here. */
export type BuiltInName = (typeof CATALOG)[number]['use'];

/** Every built-in that runs here, in the order a palette shows them. */
export const BUILT_IN_TOOLS: readonly BuiltInTool[] = CATALOG;
