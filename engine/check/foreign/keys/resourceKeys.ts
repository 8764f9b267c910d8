import { isDataMap } from '../../../base/index.ts';
import { describePath } from '../../../schema/index.ts';
import { type KeyAdvice, type KeyPlace, moving, readings, renaming, saying, valueIn } from './KeyPlace.ts';

const AGENT = readings([
  ['system systemprompt prompt instruction role goal', renaming('instructions')],
  ['uses', renaming('use')],
  [
    'output outputschema schema responseformat',
    saying(
      'The output of an agent is set in its action: “actions: [{ id: answer, instructions: …, output: { type: object } }]”.',
    ),
  ],
]);

const TOOL = readings([['uses', renaming('use')]]);

const SCHEMAS: Readonly<Record<string, string>> = {
  input: 'input',
  inputs: 'input',
  parameters: 'input',
  params: 'input',
  inputschema: 'input',
  output: 'output',
  outputs: 'output',
  outputschema: 'output',
};

/** What a key of an agent or a tool is meant to say; null where nothing of what runs depends on it. */
export function readResourceKey(place: KeyPlace, kind: 'agents' | 'tools'): KeyAdvice | null {
  const { key, plain, parent, value } = place;
  const part = kind === 'tools' ? SCHEMAS[plain] : undefined;
  if (part !== undefined && isDataMap(value))
    return moving(
      place,
      [...parent, 'schema', part],
      `The input and output of a tool are described in “schema”: "${key}" belongs there, as “${part}”.`,
    );
  const isSetting = kind === 'agents' ? describePath(['agents', 0, 'config', key]) !== undefined : CONNECTION.has(key);
  if (isSetting && valueIn(place.root, [...parent, 'import']) === undefined)
    return moving(place, [...parent, 'config', key], `"${key}" belongs in “config”. Here it does nothing.`);
  return (kind === 'agents' ? AGENT : TOOL).get(plain)?.(place) ?? null;
}

/** What a tool is reached by. */
const CONNECTION: ReadonlySet<string> = new Set(['url', 'base_url', 'headers', 'code', 'file', 'timeout']);
