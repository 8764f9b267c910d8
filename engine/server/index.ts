/** The server behind `signalbox open`: the built app on loopback, with a folder of the disk as its workspace. */

export { AuditFile } from './api/AuditFile.ts';
export type { BeginSession } from './api/mcp/McpSessions.ts';
export { type MetricsServer, serveMetrics } from './api/metrics/serveMetrics.ts';
export { readTls, type TlsFiles, type TlsPair } from './api/network/createListener.ts';
export { parseProxies, type TrustedProxies } from './api/network/TrustedProxies.ts';
export type { ApiLimits } from './api/RateLimit.ts';
export { RefusalCounts } from './api/refused/RefusalCounts.ts';
export { AUTHORING, authoringRoutes } from './api/routes/authoring.ts';
export { type ApiOptions, type ApiServer, serveApi } from './api/serveApi.ts';
export { SCOPES, type Scope, TokenFile, type TokenRequest } from './api/TokenFile.ts';
export { Problem } from './Problem.ts';
export { ServedFolder } from './ServedFolder.ts';
export { type FolderServer, type ServeOptions, serveFolder } from './serveFolder.ts';
