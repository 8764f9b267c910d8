import type { Path } from '../../text/index.ts';
import type { SecretSource } from '../secretSource.ts';
import type { WebhookConfig } from './readWebhooks.ts';

/** A secret of a webhook. */
export interface HookSecret {
  /** Where the configuration says where it is. */
  readonly path: Path;
  readonly source: SecretSource;
}

/** The secrets of a webhook, in their order; none where anybody may send. */
export function listHookSecrets({ name, proof, preset }: WebhookConfig): readonly HookSecret[] {
  if (proof.type === 'none') return [];
  const own = ['webhooks', name, ...(preset === null ? [proof.type] : []), 'secret'];
  const { secrets } = proof;
  return secrets.map((source, index) => ({ path: secrets.length === 1 ? own : [...own, index], source }));
}
