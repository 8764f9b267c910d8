import type { WebhookConfig } from '../../serveConfig/index.ts';
import { Webhook, type WebhookParts } from './Webhook.ts';

/** The webhooks of a configuration. Throws an `Error` for the user where the environment lacks a secret. */
export function openWebhooks(
  configs: readonly WebhookConfig[],
  env: Readonly<Record<string, string | undefined>>,
  parts: WebhookParts,
): readonly Webhook[] {
  return configs.map((config) => {
    const { name, proof } = config;
    if (proof.type === 'none') return new Webhook(config, '', parts);
    const secret = env[proof.secret] ?? '';
    if (secret === '')
      throw new Error(
        `signalbox.serve.yaml: webhooks.${name}.${proof.type}.secret is ${proof.secret}, and there is no such variable in the environment. Set it.`,
      );
    return new Webhook(config, secret, parts);
  });
}
