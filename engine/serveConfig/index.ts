/**
 * `signalbox.serve.yaml`: what a server gives its runs and what it starts by itself. Its schema, its reader, and what is wrong in it, for
 * the server and for the editor of the app; pure.
 */
export { checkServeConfig, findMissing } from './checkServeConfig.ts';
export { configSchemaAt, rootsAt } from './configSchema.ts';
export { fillTemplate } from './inputTemplate.ts';
export { type AskedRate, readRate } from './rate.ts';
export { parseReachEntry, type ReachEntry } from './reach/reachEntry.ts';
export type { ReachConfig, ReachLists } from './reach/readReach.ts';
export {
  type ConfigFinding,
  type ConfiguredSecret,
  type FailureRule,
  readConfig,
  type ServeConfig,
} from './readConfig.ts';
export type { KeepConfig, KeepRule } from './readKeep.ts';
export type { LimitRule } from './readLimits.ts';
export { listTimeZones, type ScheduleConfig } from './readSchedules.ts';
export type { ToolConfig } from './readTools.ts';
export type { SecretSource } from './secretSource.ts';
export type { HookProof, SignedProof, TokenProof } from './webhooks/hookPresets.ts';
export { type HookSecret, listHookSecrets, type WebhookConfig } from './webhooks/readWebhooks.ts';
