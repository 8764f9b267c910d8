import type { McpTool } from '../McpTool.ts';
import { backtestTool } from './backtestTool.ts';
import { checkTool } from './checkTool.ts';
import { describeTool } from './describeTool.ts';
import { diffTool } from './diffTool.ts';
import { drillTool } from './drillTool.ts';
import { listTool } from './listTool.ts';
import { outlineTool } from './outlineTool.ts';
import { proposeTool } from './proposeTool.ts';
import { readTool } from './readTool.ts';
import { runsTool } from './runsTool.ts';
import { runTool } from './runTool.ts';
import { testTool } from './testTool.ts';

/** The tools of `signalbox mcp`, in the order a client lists them. */
export const TOOLS: readonly McpTool[] = [
  listTool,
  outlineTool,
  readTool,
  describeTool,
  checkTool,
  proposeTool,
  runTool,
  testTool,
  backtestTool,
  drillTool,
  diffTool,
  runsTool,
];
