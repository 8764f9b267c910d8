import type { WebhookConfig } from '../../serveConfig/index.ts';
import { toKeys } from './proveSender.ts';
import { Webhook, type WebhookParts } from './Webhook.ts';

/** The webhooks of a configuration. Throws an `Error` for the user where the environment lacks a secret, or has none that can be one. */
export function openWebhooks(
  configs: readonly WebhookConfig[],
  env: Readonly<Record<string, string | undefined>>,
  parts: WebhookParts,
): readonly Webhook[] {
  return configs.map((config) => {
    const { name, proof } = config;
    if (proof.type === 'none') return new Webhook(config, [], parts);
    const place = `signalbox.serve.yaml: webhooks.${name}`;
    const secrets = proof.secrets.map((variable) => {
      const secret = env[variable] ?? '';
      if (secret !== '') return secret;
      const key = config.preset === null ? `${proof.type}.secret` : 'secret';
      throw new Error(`${place}.${key} is ${variable}, and there is no such variable in the environment. Set it.`);
    });
    const keys = toKeys(proof, secrets);
    if (!keys.ok) throw new Error(`${place}: ${keys.error}`);
    return new Webhook(config, keys.value, parts);
  });
}
