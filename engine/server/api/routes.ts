import type { Route } from './Route.ts';
import { auditRoutes } from './routes/audit.ts';
import { authoringRoutes } from './routes/authoring.ts';
import { controlRoutes } from './routes/controls.ts';
import { eventRoutes } from './routes/events.ts';
import { hookRoutes } from './routes/hooks.ts';
import { manyRoutes } from './routes/many.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { probeRoutes } from './routes/probes.ts';
import { runRoutes } from './routes/runs.ts';
import { scheduleRoutes } from './routes/schedules.ts';
import { serverRoutes } from './routes/server.ts';
import { triggerRoutes } from './routes/triggers.ts';
import { workflowRoutes } from './routes/workflows.ts';

/** Every request of the API: what is routed, checked and described. */
export const ROUTES: readonly Route[] = [
  ...workflowRoutes,
  ...runRoutes,
  ...manyRoutes,
  ...eventRoutes,
  ...controlRoutes,
  ...triggerRoutes,
  ...auditRoutes,
  ...serverRoutes,
  ...scheduleRoutes,
  ...hookRoutes,
  ...mcpRoutes,
  ...authoringRoutes,
  ...probeRoutes,
];
