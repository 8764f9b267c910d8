import type { DataMap } from '../../base/index.ts';
import type { Tool } from '../../model/index.ts';

/** A tool as it is called: its definition, with what an agent sets over its `config`. */
export interface CallableTool {
  readonly id: string;
  readonly use: string | null;
  readonly import: string | null;
  /** Merged deeply, later ones over earlier ones. */
  readonly configs: readonly DataMap[];
  readonly env: DataMap | null;
  readonly schema: Tool['schema'];
}

/** A definition as it is written. */
export function toolOfDefinition(tool: Tool): CallableTool {
  const { id, use, config, env, schema } = tool;
  return { id, use: use?.text ?? null, import: tool.import, configs: config === null ? [] : [config], env, schema };
}
