import { err, ok, type Result } from '../../base/index.ts';
import { type HookSecret, listHookSecrets, type SecretSource, type WebhookConfig } from '../../serveConfig/index.ts';
import { toKeys } from './proveSender.ts';
import { Webhook, type WebhookParts } from './Webhook.ts';

/** Where the secrets of webhooks are. */
export interface HookSecrets {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What was read from files and programs. */
  readonly values: ReadonlyMap<SecretSource, string>;
}

/** The webhooks of a configuration. Throws an `Error` for the user where a secret is missing, or cannot be one. */
export function openWebhooks(
  configs: readonly WebhookConfig[],
  given: HookSecrets,
  parts: WebhookParts,
): readonly Webhook[] {
  return configs.map((config) => {
    const secrets = listHookSecrets(config).map((secret) => {
      const value = readSecret(secret, given);
      if (value.ok) return value.value;
      throw new Error(`signalbox.serve.yaml: ${value.error}`);
    });
    const keys = toKeys(config.proof, secrets);
    if (!keys.ok) throw new Error(`signalbox.serve.yaml: webhooks.${config.name}: ${keys.error}`);
    return new Webhook(config, keys.value, parts);
  });
}

function readSecret({ path, source }: HookSecret, { env, values }: HookSecrets): Result<string, string> {
  const value = source.type === 'environment' ? env[source.name] : values.get(source);
  if (value !== undefined && value !== '') return ok(value);
  const place = path.join('.');
  return source.type === 'environment'
    ? err(`${place} is ${source.name}, and there is no such variable in the environment. Set it.`)
    : err(`${place} has not been read.`);
}
