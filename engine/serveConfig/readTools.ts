import { isJsonObject, type Json, type JsonObject, toText } from '../base/index.ts';
import { LONGEST_WAIT, readDuration } from './duration.ts';
import type { PlacedMessage } from './inputTemplate.ts';

/** A workflow that is a tool for agents. */
export interface ToolConfig {
  readonly name: string;
  readonly workflow: string;
  /** Null: that of the workflow. */
  readonly description: string | null;
  /** How long a call waits for the end of the run, in ms. */
  readonly wait: number;
}

/** Clients of MCP give up after a minute, most of them. */
const WAIT = '50s';

/** Reads `mcp`, which fits its schema; adds to `findings` what is wrong in it all the same. */
export function readTools(value: Json | undefined, findings: PlacedMessage[]): readonly ToolConfig[] {
  const names = new Set<string>();
  return (Array.isArray(value) ? value : []).map((item, index) => {
    const path = ['mcp', String(index)];
    const says: JsonObject = isJsonObject(item) ? item : { workflow: item };
    const workflow = toText(says['workflow'] ?? '');
    const name = toText(says['name'] ?? workflow.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64));
    if (names.has(name))
      findings.push({ path, message: `is the tool ${name}, as another one. Give it a name of its own.` });
    names.add(name);
    const wait = readDuration(says['wait'] ?? WAIT, LONGEST_WAIT, (message) =>
      findings.push({ path: [...path, 'wait'], message }),
    );
    const { description = null } = says;
    return { name, workflow, description: description === null ? null : toText(description), wait: wait ?? 0 };
  });
}
