/** A schema of zod: what it describes is in its `_output`. */
interface Schema<Value> {
  readonly _output: Value;
}

export function createStep<In, Out>(step: {
  id: string;
  inputSchema: Schema<In>;
  outputSchema: Schema<Out>;
  execute: (context: { inputData: In }) => Promise<Out>;
}): unknown;

export function createWorkflow(workflow: {
  id: string;
  inputSchema: Schema<unknown>;
  outputSchema: Schema<unknown>;
}): unknown;
