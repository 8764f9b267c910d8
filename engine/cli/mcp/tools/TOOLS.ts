import {
  checkTool,
  describeTool,
  diffTool,
  drillTool,
  listTool,
  outlineTool,
  readTool,
  runTool,
} from '../../../authoring/index.ts';
import type { McpTool } from '../McpTool.ts';
import { backtestTool } from './backtestTool.ts';
import { proposeTool } from './proposeTool.ts';
import { runsTool } from './runsTool.ts';
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
