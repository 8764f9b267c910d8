/**
 * `signalbox.serve.yaml`: what a server gives its runs and what it starts by itself. Its schema, its reader, and what is wrong in it, for
 * the server and for the editor of the app; pure.
 */
export { checkServeConfig } from './checkServeConfig.ts';
export { configSchemaAt, rootsAt } from './configSchemaAt.ts';
export { listTimeZones } from './cron.ts';
export { findMissing } from './findMissing.ts';
export { fillTemplate } from './inputTemplate.ts';
export { type AskedRate, readRate } from './rate.ts';
export { parseReachEntry, type ReachEntry } from './reach/reachEntry.ts';
export type { ReachConfig, ReachLists } from './reach/readReach.ts';
export { type ConfigFinding, type ConfiguredSecret, readConfig, type ServeConfig } from './readConfig.ts';
export type { FailureRule } from './readFailures.ts';
export type { KeepConfig, KeepRule } from './readKeep.ts';
export type { LimitRule } from './readLimits.ts';
export type { ScheduleConfig } from './readSchedules.ts';
export type { ToolConfig } from './readTools.ts';
export type { SecretSource } from './secretSource.ts';
export type { HookProof, SignedProof, TokenProof } from './webhooks/hookProof.ts';
export { type HookSecret, listHookSecrets } from './webhooks/listHookSecrets.ts';
export type { WebhookConfig } from './webhooks/readWebhooks.ts';
