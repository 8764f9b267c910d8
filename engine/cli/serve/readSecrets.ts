import { err, ok, type Result } from '../../base/index.ts';
import {
  type ConfiguredSecret,
  listHookSecrets,
  type SecretSource,
  type WebhookConfig,
} from '../../serveConfig/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { VariableEntry } from '../readVariables.ts';
import { type RunReach, readSecretSource } from './readSecretSource.ts';

/** The values of the secrets that `signalbox.serve.yaml` lists, all at once; those of the environment by name. The error is one sentence, without any value. */
export async function readSecrets(
  io: CommandIo,
  secrets: readonly ConfiguredSecret[],
  reach: RunReach,
): Promise<Result<readonly VariableEntry[], string>> {
  return unwrapAll(
    await Promise.all(
      secrets.map(async ({ name, from }): Promise<Result<VariableEntry, string>> => {
        if (from.type === 'environment') return ok({ type: 'environment', name });
        const value = await readSecretSource(io, from, reach);
        return value.ok ? ok({ type: 'value', name, value: value.value }) : err(`secrets.${name}: ${value.error}`);
      }),
    ),
  );
}

/** What files and programs have of the secrets of webhooks, all at once. The error is as above. */
export async function readHookSecrets(
  io: CommandIo,
  webhooks: readonly WebhookConfig[],
  reach: RunReach,
): Promise<Result<ReadonlyMap<SecretSource, string>, string>> {
  const read = await Promise.all(
    webhooks
      .flatMap(listHookSecrets)
      .map(async ({ path, source }): Promise<Result<[SecretSource, string] | null, string>> => {
        if (source.type === 'environment') return ok(null);
        const value = await readSecretSource(io, source, reach);
        return value.ok ? ok([source, value.value]) : err(`${path.join('.')}: ${value.error}`);
      }),
  );
  const values = unwrapAll(read);
  return values.ok ? ok(new Map(values.value.filter((each) => each !== null))) : values;
}

/** The values of all; the first error where there is one. */
function unwrapAll<T>(results: readonly Result<T, string>[]): Result<readonly T[], string> {
  const failed = results.find((each) => !each.ok);
  if (failed !== undefined && !failed.ok) return failed;
  return ok(results.flatMap((each) => (each.ok ? [each.value] : [])));
}
