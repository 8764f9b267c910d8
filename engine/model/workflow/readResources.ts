import type { Data } from '../../base/index.ts';
import { dataIn, type Fields, fieldsIn, itemsIn, listIn, mapIn, readFields, referenceIn, textIn } from './Fields.ts';
import type { Action, Agent, Memory, Tool } from './Workflow.ts';

/** The object under `memory`; null when there is no such map. Its id is empty when the text has none. */
export function readMemory(fields: Fields | null): Memory | null {
  const memory = fieldsIn(fields, 'memory');
  const data = mapIn(fields, 'memory');
  return memory === null || data === null ? null : { id: textIn(memory, 'id') ?? '', data, path: memory.path };
}

/** The maps of the list under `agents`. */
export function readAgents(document: Fields | null): readonly Agent[] {
  return itemsIn(document, 'agents').map(({ node, path }) => {
    const fields = readFields(node, path);
    return {
      id: textIn(fields, 'id') ?? '',
      use: referenceIn(fields, 'use'),
      import: textIn(fields, 'import'),
      config: mapIn(fields, 'config'),
      with: dataIn(fields, 'with') ?? null,
      instructions: textIn(fields, 'instructions'),
      tools: listIn(fields, 'tools'),
      env: mapIn(fields, 'env'),
      memory: readMemory(fields),
      actions: readActions(fields),
      path,
    };
  });
}

/** The maps of the list under `tools`. */
export function readTools(document: Fields | null): readonly Tool[] {
  return itemsIn(document, 'tools').map(({ node, path }) => {
    const fields = readFields(node, path);
    const schema = fieldsIn(fields, 'schema');
    const schemaOf = (key: string): Data | null => dataIn(schema, key) ?? null;
    return {
      id: textIn(fields, 'id') ?? '',
      use: referenceIn(fields, 'use'),
      import: textIn(fields, 'import'),
      config: mapIn(fields, 'config'),
      env: mapIn(fields, 'env'),
      schema: { config: schemaOf('config'), input: schemaOf('input'), output: schemaOf('output') },
      path,
    };
  });
}

function readActions(agent: Fields | null): readonly Action[] {
  return itemsIn(agent, 'actions').map(({ node, path }) => {
    const fields = readFields(node, path);
    return {
      id: textIn(fields, 'id') ?? '',
      instructions: textIn(fields, 'instructions') ?? '',
      messages: listIn(fields, 'messages'),
      output: dataIn(fields, 'output') ?? null,
      config: mapIn(fields, 'config'),
      path,
    };
  });
}
