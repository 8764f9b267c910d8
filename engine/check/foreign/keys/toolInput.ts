import { type Data, type DataMap, isDataMap } from '../../../base/index.ts';
import { parseReference } from '../../../model/index.ts';
import { BUILT_INS, builtInUse, findBuiltIn } from '../../../tools/index.ts';
import { isText, type KeyAdvice, type KeyPlace, moving, textIn, valueIn } from './KeyPlace.ts';
import { runsItsUse } from './taskKinds.ts';

/** An input of the tool that a task uses, next to its `with`; of a task that uses none, one that names the tool that was meant. */
export function toolInput(place: KeyPlace, type: string): KeyAdvice | null {
  const { key, task, taskPath } = place;
  const use = task.get('use');
  if (use === undefined) return runsItsUse(type) ? withoutTool(key) : null;
  if (!isText(use) || !inputsOf(use, place).has(key)) return null;
  return moving(
    place,
    [...taskPath, 'with', key],
    `"${key}" is an input of “${use}” and belongs in “with”. Here it does nothing.`,
  );
}

/** Inputs that no other word of a task could be. */
const TELLING: ReadonlySet<string> = new Set(['url', 'method', 'headers', 'body', 'json', 'code']);

function withoutTool(key: string): KeyAdvice | null {
  if (!TELLING.has(key)) return null;
  const tool = BUILT_INS.find((candidate) => keysOf(candidate).includes(key));
  if (tool === undefined) return null;
  return {
    message: `"${key}" is an input of a tool, and this task uses none. Write “use: ${builtInUse(tool)}” and “with: { ${key}: … }”.`,
  };
}

function keysOf({ schema, directConfig = [] }: (typeof BUILT_INS)[number]): readonly string[] {
  return [...Object.keys(schema.input.properties ?? {}), ...directConfig];
}

function inputsOf(use: string, { root }: KeyPlace): ReadonlySet<string> {
  const builtIn = findBuiltIn(use);
  if (builtIn !== undefined) return new Set(keysOf(builtIn));
  const reference = parseReference(use);
  const tools = valueIn(root, ['tools']);
  if (reference?.repo !== 'tool' || !Array.isArray(tools)) return new Set();
  const tool = tools.find((item: Data): item is DataMap => isDataMap(item) && item.get('id') === reference.package);
  const properties = valueIn(tool, ['schema', 'input', 'properties']);
  const inner = findBuiltIn(textIn(tool, 'use'));
  return new Set([...(isDataMap(properties) ? properties.keys() : []), ...(inner === undefined ? [] : keysOf(inner))]);
}
