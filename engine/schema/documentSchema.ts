import { TASK_TYPES } from '../model/index.ts';
import type { FormatSchema } from './FormatSchema.ts';
import { action, agent, agentConfig, agentTool, message, mock } from './objects/agent.ts';
import { TASK_CONFIGS } from './objects/configs.ts';
import { defaultRoute, errorHandler, handler, next, retry, route, routes } from './objects/handlers.ts';
import { embedder, memory, memoryOptions, storage, vector } from './objects/memory.ts';
import { importPath, reference } from './objects/reference.ts';
import { task, taskSchema } from './objects/task.ts';
import { tool, toolConfig, toolSchema } from './objects/tool.ts';
import { environment, workflow } from './objects/workflow.ts';

/**
 * The whole format as one JSON Schema 2020-12. Unknown keys are allowed everywhere: `check` warns about them. Published
 * as `schema/signalbox.schema.json` and compiled at build time into `validateDocument.gen.js`.
 */
export const documentSchema: FormatSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:signalbox:workflow',
  ...workflow,
  $defs: {
    memory,
    storage,
    vector,
    embedder,
    memoryOptions,
    agent,
    agentConfig,
    mock,
    action,
    message,
    agentTool,
    tool,
    toolConfig,
    toolSchema,
    task,
    taskSchema,
    ...Object.fromEntries(TASK_TYPES.map((type) => [`${type}Config`, TASK_CONFIGS[type]])),
    handler,
    errorHandler,
    next,
    routes,
    route,
    defaultRoute,
    retry,
    reference,
    import: importPath,
    environment,
  },
};
