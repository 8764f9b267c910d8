import { type ReactNode, useState } from 'react';
import { MOCK_PROVIDER, MODEL_PROVIDERS, REMOTE_PROVIDERS } from '#engine/model';
import type { Json, JsonObject } from '#engine/values';
import { useSession } from '../session/index.ts';
import { type AskedModel, listModels } from '../session/proposals/index.ts';
import { Field, Select, TextArea, TextField } from '../ui/index.ts';
import styles from './assistant.module.css';
import { mockScript } from './mockScript.ts';

/** The choices that are no model of the workspace. */
const OTHER = 'another';
const MOCK = 'the mock';

const PROVIDERS = MODEL_PROVIDERS.filter((name) => name !== MOCK_PROVIDER).map((value) => ({ value, label: value }));

/** What was chosen, and what was typed for it. */
export interface ChosenModel {
  /** Null: nothing yet, and nothing is asked. */
  readonly choice: string | null;
  readonly provider: string;
  readonly model: string;
  readonly url: string;
  /** What the mock answers, as JSON; null: as it usually does. */
  readonly script: string | null;
}

export const NOTHING_CHOSEN: ChosenModel = { choice: null, provider: 'openai', model: '', url: '', script: null };

/** The model that was chosen; null where something is missing. */
export function toModel(chosen: ChosenModel, path: string): AskedModel | null {
  const { choice, provider, url } = chosen;
  if (choice === MOCK) {
    const responses = parse(chosen.script ?? mockScript(path));
    return responses === undefined
      ? null
      : { name: MOCK_PROVIDER, config: { provider: MOCK_PROVIDER, mock: { responses } }, from: null };
  }
  if (choice !== OTHER) return listModels().find(({ name }) => name === choice) ?? null;
  const model = chosen.model.trim();
  if (model === '' || (needsUrl(provider) && url.trim() === '')) return null;
  const key = remoteOf(provider)?.keyVariable ?? null;
  const config: JsonObject = {
    provider,
    model,
    ...(needsUrl(provider) ? { url: url.trim() } : {}),
    ...(key === null ? {} : { api_key: `{{ env.${key} }}` }),
  };
  return { name: `${provider} ${model}`, config, from: null };
}

interface ModelChoiceProps {
  readonly value: ChosenModel;
  readonly path: string;
  readonly onChange: (value: ChosenModel) => void;
}

/** Chooses the model that is asked: one that an agent here asks, another one, or the mock, which needs no key. */
export function ModelChoice({ value, path, onChange }: ModelChoiceProps): ReactNode {
  const files = useSession((state) => state.document.workspace.files);
  const [listed, setListed] = useState({ files, models: listModels() });
  if (listed.files !== files) setListed({ files, models: listModels() });
  const set = (change: Partial<ChosenModel>): void => onChange({ ...value, ...change });
  const options = [
    ...listed.models.map(({ name }) => ({ value: name, label: name })),
    { value: OTHER, label: 'Another model' },
    { value: MOCK, label: 'The mock: offline, no key' },
  ];
  return (
    <>
      <Field label="Model">
        <Select
          value={value.choice}
          placeholder="Choose a model"
          options={options}
          onChange={(choice) => set({ choice })}
        />
      </Field>
      {value.choice === OTHER && <OtherModel value={value} set={set} />}
      {value.choice === MOCK && (
        <details className={styles.script}>
          <summary>Mock answers</summary>
          <TextArea
            isMono
            rows={4}
            aria-label="Mock answers, one for each call"
            value={value.script ?? mockScript(path)}
            isInvalid={value.script !== null && parse(value.script) === undefined}
            onChange={(script) => set({ script })}
          />
        </details>
      )}
    </>
  );
}

function OtherModel({
  value: { provider, model, url },
  set,
}: {
  readonly value: ChosenModel;
  readonly set: (change: Partial<ChosenModel>) => void;
}): ReactNode {
  const key = remoteOf(provider)?.keyVariable ?? null;
  return (
    <>
      <Field label="Provider">
        <Select value={provider} options={PROVIDERS} onChange={(name) => set({ provider: name })} />
      </Field>
      <Field label="Model name" hint={key === null ? undefined : `Its key is read from the variable ${key}.`}>
        <TextField isMono value={model} onChange={(name) => set({ model: name })} />
      </Field>
      {needsUrl(provider) && (
        <Field label="Address">
          <TextField isMono placeholder="http://localhost:1234/v1" value={url} onChange={(to) => set({ url: to })} />
        </Field>
      )}
    </>
  );
}

function remoteOf(provider: string): (typeof REMOTE_PROVIDERS)[keyof typeof REMOTE_PROVIDERS] | undefined {
  return Object.entries(REMOTE_PROVIDERS).find(([name]) => name === provider)?.[1];
}

function needsUrl(provider: string): boolean {
  return remoteOf(provider)?.url === null;
}

/** Undefined where it is no JSON. */
function parse(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
