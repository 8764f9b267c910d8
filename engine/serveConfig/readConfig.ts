import { err, isJsonObject, type Json, type JsonObject, ok, type Result, toJson, toText } from '../base/index.ts';
import { validateJson } from '../schema/index.ts';
import { findRange, parseSyntax, type Syntax, tellTabs, toNodeData } from '../syntax/index.ts';
import { createLineIndex, type Path, type TextRange } from '../text/index.ts';
import { configSchema } from './configSchema.ts';
import type { PlacedMessage } from './inputTemplate.ts';
import { type ReachConfig, readReach } from './reach/readReach.ts';
import { type KeepConfig, readKeep } from './readKeep.ts';
import { type LimitRule, readLimits } from './readLimits.ts';
import { readSchedules, type ScheduleConfig } from './readSchedules.ts';
import { readTools, type ToolConfig } from './readTools.ts';
import { BOTH_SOURCES, readSecretSource, type SecretSource } from './secretSource.ts';
import { readWebhooks, type WebhookConfig } from './webhooks/readWebhooks.ts';

/** Where a secret may go: to sign in there, or also inside of a message. */
interface ConfiguredGrant {
  readonly name: string;
  /** An origin, as it is written. */
  readonly address: string;
  readonly as: 'credential' | 'content';
}

/** A secret, and where its value is. */
export interface ConfiguredSecret {
  readonly name: string;
  readonly from: SecretSource;
}

/** What `signalbox.serve.yaml` says. */
export interface ServeConfig {
  /** Names of variables of the environment that workflows get. */
  readonly env: readonly string[];
  /** Those that are secrets. */
  readonly secrets: readonly ConfiguredSecret[];
  /** Where these may go. */
  readonly grants: readonly ConfiguredGrant[];
  /** What calls may reach. */
  readonly reach: ReachConfig;
  /** Null where it says nothing, as of the three below. */
  readonly repeat: 'ask' | 'yes' | 'no' | null;
  readonly active: number | null;
  readonly queue: number | null;
  /** The first one that fits a workflow is its own. */
  readonly limits: readonly LimitRule[];
  /** Null: all runs are kept. */
  readonly keep: KeepConfig | null;
  /** The folder that runs of a workflow share with those of others, by the name of the workflow. */
  readonly sharedFiles: ReadonlyMap<string, string>;
  readonly schedules: readonly ScheduleConfig[];
  readonly webhooks: readonly WebhookConfig[];
  readonly tools: readonly ToolConfig[];
  readonly failures: readonly FailureRule[];
}

/** What is wrong in the file. Lines and columns count from 1, columns in UTF-16 units. */
export interface ConfigFinding {
  readonly line: number;
  readonly column: number;
  readonly range: TextRange;
  readonly message: string;
}

/** Reads the text of `signalbox.serve.yaml`; the error is all that is wrong in it, in the order of the text. Patterns must be loaded. */
export function readConfig(text: string): Result<ServeConfig, readonly ConfigFinding[]> {
  const syntax = parseSyntax(text);
  const lines = createLineIndex(text);
  const at = (range: TextRange, message: string): ConfigFinding => ({
    ...lines.positionAt(range.start),
    range,
    message,
  });
  if (/^(\s|#.*)*$/.test(text)) return ok(toConfig({}, []));
  if (syntax.root !== null && syntax.root.kind !== 'map') return err([at({ start: 0, end: 0 }, NO_MAP)]);
  if (syntax.errors.length > 0)
    return err(tellTabs(syntax.errors, text).map(({ range, message }) => at(range, message)));
  const value = syntax.root === null ? {} : toJson(toNodeData(syntax.root));
  const { errors } = validateJson(configSchema, value);
  const sorted = (found: readonly ConfigFinding[]): readonly ConfigFinding[] =>
    found.toSorted((a, b) => a.line - b.line || a.column - b.column);
  if (errors.length > 0)
    return err(sorted(errors.map(({ path, message }) => at(placeOf(syntax, path), describe(path, message)))));
  const findings: PlacedMessage[] = [];
  const config = toConfig(isJsonObject(value) ? value : {}, findings);
  const twice = config.env.find((name) => config.secrets.some((secret) => secret.name === name));
  const wrong = findings.map(({ path, message }) => at(findPlace(syntax, path), `${path.join('.')} ${message}`));
  if (twice !== undefined)
    wrong.push(at(placeOf(syntax, '/env'), `${twice} is under env and under secrets: take it out of one of them.`));
  return wrong.length === 0 ? ok(config) : err(sorted(wrong));
}

const NO_MAP = 'The file is a map of keys such as “env:”. Put a key with a colon in front of what is here.';

/** Where the part of a JSON pointer is. */
function placeOf(syntax: Syntax, pointer: string): TextRange {
  const keys = pointer.split('/').slice(1);
  return findPlace(
    syntax,
    keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
}

function findPlace(syntax: Syntax, keys: readonly string[]): TextRange {
  const path: Path = keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return findRange(syntax, path, path.length === 0 || typeof path.at(-1) === 'number' ? 'value' : 'key');
}

function describe(pointer: string, message: string): string {
  const place = pointer.split('/').slice(1).join('.');
  const words = explainPattern(message);
  if (words !== null) return `${place}: ${words}`;
  return place === '' ? `The file ${message}.` : `${place} ${message}.`;
}

/** The value fits the schema. */
function toConfig(
  {
    env,
    secrets,
    reach,
    repeat,
    active,
    queue,
    limits,
    keep,
    files,
    schedules,
    webhooks,
    mcp,
    on_failure: onFailure,
  }: { readonly [key: string]: Json },
  findings: PlacedMessage[],
): ServeConfig {
  const entries = isJsonObject(secrets ?? null) ? Object.entries(secrets as { readonly [key: string]: Json }) : [];
  const grants = entries.flatMap(([name, says]) => {
    const { allow, allow_content: content } = isJsonObject(says) ? says : {};
    return [...toGrants(name, 'credential', allow), ...toGrants(name, 'content', content)];
  });
  return {
    env: toTexts(env),
    secrets: entries.map(([name, says]) => ({ name, from: readSource(name, says, findings) })),
    grants,
    reach: readReach(reach, findings),
    repeat: repeat === 'ask' || repeat === 'yes' || repeat === 'no' ? repeat : null,
    active: typeof active === 'number' ? active : null,
    queue: typeof queue === 'number' ? queue : null,
    limits: readLimits(limits, findings),
    keep: readKeep(keep, findings),
    sharedFiles: new Map(
      isJsonObject(files ?? null)
        ? Object.entries(files as JsonObject).map(([name, folder]) => [name, toText(folder)])
        : [],
    ),
    schedules: readSchedules(schedules, findings),
    webhooks: readWebhooks(webhooks, findings),
    tools: readTools(mcp, findings),
    failures: readFailures(onFailure),
  };
}

function readSource(name: string, says: Json, findings: PlacedMessage[]): SecretSource {
  const onBoth = (): void => void findings.push({ path: ['secrets', name, 'command'], message: BOTH_SOURCES });
  return readSecretSource(says, onBoth) ?? { type: 'environment', name };
}

function toGrants(name: string, as: 'credential' | 'content', origins: Json | undefined): readonly ConfiguredGrant[] {
  return toTexts(origins).map((address) => ({ name, address, as }));
}

function toTexts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.flatMap((each) => (typeof each === 'string' ? [each] : [])) : [];
}

/** What is started when a run fails. */
export interface FailureRule {
  /** The workflow whose runs are meant; `*`: any that has no rule of its own. */
  readonly of: string;
  /** The workflow that is started; null: none. */
  readonly workflow: string | null;
}

/** Reads `on_failure`, which fits its schema. */
function readFailures(value: Json | undefined): readonly FailureRule[] {
  if (typeof value === 'string') return [{ of: '*', workflow: value }];
  if (!isJsonObject(value ?? null)) return [];
  return Object.entries(value as { readonly [key: string]: Json }).map(([of, workflow]) => ({
    of,
    workflow: workflow === null ? null : toText(workflow),
  }));
}

/** What each pattern of the schema asks for, in words. */
const WORDS: ReadonlyMap<string, string> = new Map(collect(configSchema));

/** What a message that quotes a pattern means, in words; null for another message. */
function explainPattern(message: string): string | null {
  for (const [pattern, words] of WORDS) if (message.endsWith(`must match ${pattern}`)) return words;
  return null;
}

function collect(schema: Json): readonly (readonly [string, string])[] {
  if (Array.isArray(schema)) return schema.flatMap(collect);
  if (!isJsonObject(schema)) return [];
  const { pattern, patternErrorMessage: words } = schema;
  const own = typeof pattern === 'string' && typeof words === 'string' ? [[pattern, words] as const] : [];
  return [...own, ...Object.values(schema).flatMap(collect)];
}
