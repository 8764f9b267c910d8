/** What the mock says where nothing else is written: one step that anybody can see, accept and undo. */
export function mockScript(path: string): string {
  const step = { command: 'addTask', id: 'say_hello', type: 'basic', use: 'core:log', with: { message: 'Hello' } };
  const input = { path, why: 'Show what a proposal looks like', changes: [step] };
  const said = 'I propose one step that logs a greeting. I am the mock and play a script: no model was asked.';
  return JSON.stringify([{ tool_calls: [{ name: 'propose', input }] }, said], null, 1);
}
