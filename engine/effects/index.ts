/** Everything a run does to the world: tools, models, and what keeps secrets secret. */
export { createPerformer, type Performer, type PerformerContext } from './createPerformer.ts';
export type { Delay } from './delay.ts';
export { hasConsequences } from './hasConsequences.ts';
export { createVault, type Vault } from './secrets/createVault.ts';
export { findCredentialVariables } from './secrets/findCredentialVariables.ts';
export { formatSecretPlaceholder, type ResolveSecret } from './secrets/placeholder.ts';
export { createRedactor, MASK, type Redactor, redact } from './secrets/redact.ts';
export type { BuiltInTool } from './tools/BuiltInTool.ts';
export { BUILT_IN_TOOLS } from './tools/catalog.ts';
