import type { JsonObject } from '../../base/index.ts';
import { analyze, effectiveWorkflow } from '../../graph/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { AuthorTool } from '../tools/AuthorTool.ts';
import { schemaOf } from '../tools/callTool.ts';

/** The task in which the model is asked. */
export const AUTHOR = 'author';

/**
 * A workflow whose one agent is the model of a conversation, and whose tools are those of authors: so turns, tools, their arguments and
 * their bounds are what they are for any agent. `config` is that of an agent, as in a file. What it is asked is the input of its run.
 */
export function authorWorkflow(config: JsonObject, tools: readonly AuthorTool[]): Workflow {
  const document = {
    name: AUTHOR,
    tools: tools.map((tool) => ({
      id: tool.name,
      use: `${AUTHOR}:${tool.name}`,
      schema: { input: { description: tool.about, ...schemaOf(tool) } },
    })),
    agents: [
      {
        id: AUTHOR,
        use: 'core:agent',
        config,
        instructions: '{{ workflow.input.rules }}',
        tools: tools.map(({ name }) => ({ id: name })),
      },
    ],
    tasks: [{ id: AUTHOR, type: 'basic', use: `agent:${AUTHOR}`, with: { prompt: '{{ workflow.input.request }}' } }],
  };
  return effectiveWorkflow(analyze('', JSON.stringify(document)));
}
