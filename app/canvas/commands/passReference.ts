import { setField } from '#engine/edit';
import { activeAnalysis, dispatch, notify, port, select, session } from '../../session/index.ts';
import { namedTools } from '../../session/workspace/index.ts';

/**
 * Writes a value of a task, as it is read (`tasks.fetch.output.body`), into another one: where that asks for it, else into an input of its
 * name. Shows the field it went to.
 */
export async function passReference(reference: string, to: string): Promise<void> {
  const { placeOfInput, placeReference } = await import('#engine/language');
  const analysis = activeAnalysis('own');
  const name = /\.([A-Za-z_]\w*)[^.]*$/.exec(reference)?.[1] ?? 'value';
  const path = analysis && placeOfInput(analysis, to, { name, mcpTools: namedTools(session.getState()) });
  if (!analysis || path === null) return;
  const placed = placeReference(analysis, reference, path);
  if (!placed.ok) return notify({ kind: 'info', message: placed.error });
  if (!dispatch(setField(analysis, { path, value: `{{ ${placed.value} }}` }))) return;
  select({ tasks: [to] });
  port('inspector')?.reveal(path);
}
