import { readField, setField } from '#engine/edit';
import { isDataMap } from '#engine/values';
import { activeAnalysis, dispatch, notify, port, select, session } from '../../session/index.ts';
import { namedTools } from '../../session/workspace/index.ts';

/**
 * Writes a value of a task, as it is read (`tasks.fetch.output.body`), into the input of another one: where that asks for one by
 * its name, or for only one that is missing, there; else by its name. Shows the field it went to.
 */
export async function passReference(reference: string, to: string): Promise<void> {
  const { listInputFields, placeReference } = await import('#engine/language');
  const analysis = activeAnalysis('own');
  const task = analysis?.graph.nodes.get(to)?.task;
  if (!analysis || task === undefined) return;
  const input = readField(analysis.syntax, [...task.path, 'with']);
  const written = isDataMap(input) ? [...input.keys()] : [];
  const name = /\.([A-Za-z_]\w*)[^.]*$/.exec(reference)?.[1] ?? 'value';
  const open = listInputFields(analysis, to, namedTools(session.getState())).filter(
    (field) => !written.includes(field.name),
  );
  const missing = open.filter(({ isRequired }) => isRequired);
  const same = open.find((field) => field.name === name);
  const key = same?.name ?? (missing.length === 1 ? missing[0]?.name : undefined) ?? freeName(name, written);
  const path = [...task.path, 'with', key];
  const placed = placeReference(analysis, reference, path);
  if (!placed.ok) return notify({ kind: 'info', message: placed.error });
  if (!dispatch(setField(analysis, { path, value: `{{ ${placed.value} }}` }))) return;
  select({ tasks: [to] });
  port('inspector')?.reveal(path);
}

function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.includes(`${name}_${number}`)) return `${name}_${number}`;
}
