import type { BuiltInTool } from './BuiltInTool.ts';
import { CSV_TOOL } from './csv.tool.ts';
import { FILE_TOOL } from './file.ts';
import { HASH_TOOL } from './hash.ts';
import { HTML_TOOL } from './html.tool.ts';
import { HTTP_TOOL } from './http.tool.ts';
import { JAVASCRIPT_TOOL } from './javascript.tool.ts';
import { KV_TOOL } from './kv.ts';
import { LOG_TOOL } from './log.ts';
import { MEMORY_TOOL } from './memory.tool.ts';
import { RAISE_TOOL } from './raise.ts';
import { VALIDATE_TOOL } from './validate.ts';
import { WORKFLOW_TOOL } from './workflow.ts';

const RUN_HERE = [
  HTTP_TOOL,
  JAVASCRIPT_TOOL,
  CSV_TOOL,
  HTML_TOOL,
  VALIDATE_TOOL,
  RAISE_TOOL,
  LOG_TOOL,
  HASH_TOOL,
  KV_TOOL,
  FILE_TOOL,
  WORKFLOW_TOOL,
] as const;

/** The reference of a built-in that is performed as a tool. */
export type BuiltInName = (typeof RUN_HERE)[number]['use'];

/** Every built-in, in the order a palette shows them; `core:memory` is a call to a memory by the time it is performed. */
export const BUILT_IN_TOOLS: readonly BuiltInTool[] = [...RUN_HERE, MEMORY_TOOL];
