import { isJsonObject, type Json, type JsonObject } from '../../../base/index.ts';
import type { EMBEDDERS } from '../../../tools/index.ts';
import { fail } from '../../outcome.ts';
import { MemoryFault } from '../MemoryFault.ts';
import { callJson, type JsonServer } from '../remote/callJson.ts';
import type { Embedder, EmbedPurpose } from '../stores.ts';

/** What a provider is asked. */
interface Question {
  readonly texts: readonly string[];
  readonly model: string;
  readonly dimensions: number;
  readonly purpose: EmbedPurpose;
}

/** How one provider is asked for vectors, and answers. */
interface EmbeddingService {
  /** Most texts in one request. */
  readonly most: number;
  readonly headers: (key: string, project: string) => readonly (readonly [string, string])[];
  readonly path: (model: string) => string;
  readonly body: (question: Question) => Json;
  /** The vectors in an answer, in the order of the texts; null where it holds none. */
  readonly vectors: (answer: JsonObject) => readonly Json[] | null;
}

const bearer = (key: string): readonly (readonly [string, string])[] =>
  key === '' ? [] : [['authorization', `Bearer ${key}`]];

const openAiLike: EmbeddingService = {
  most: 256,
  headers: bearer,
  path: () => '/embeddings',
  body: ({ texts, model }) => ({ model, input: texts, encoding_format: 'float' }),
  vectors: ({ data }) => {
    if (!isList(data)) return null;
    const items = data.filter((item): item is JsonObject => isJsonObject(item));
    return items.toSorted((a, b) => indexOf(a) - indexOf(b)).map((item) => item['embedding'] ?? null);
  },
};

/** Providers that make vectors, by the value of `embedder.use`. */
export const EMBEDDING_SERVICES = {
  openai: {
    ...openAiLike,
    headers: (key, project) => [...bearer(key), ...(project === '' ? [] : [['openai-project', project] as const])],
    body: (question) => ({
      ...asObject(openAiLike.body(question)),
      // Older models have one size and refuse the setting.
      ...(question.model.startsWith('text-embedding-3') ? { dimensions: question.dimensions } : {}),
    }),
  },
  'openai-compatible': openAiLike,
  mistral: { ...openAiLike, most: 64 },
  ollama: {
    ...openAiLike,
    path: () => '/api/embed',
    body: ({ texts, model }) => ({ model, input: texts }),
    vectors: ({ embeddings }) => (isList(embeddings) ? embeddings : null),
  },
  cohere: {
    ...openAiLike,
    most: 96,
    path: () => '/v2/embed',
    body: ({ texts, model, dimensions, purpose }) => ({
      model,
      texts,
      input_type: purpose === 'keep' ? 'search_document' : 'search_query',
      embedding_types: ['float'],
      ...(model.startsWith('embed-v4') ? { output_dimension: dimensions } : {}),
    }),
    vectors: ({ embeddings }) => {
      const float = embeddings !== undefined && isJsonObject(embeddings) ? embeddings['float'] : null;
      return float !== undefined && isList(float) ? float : null;
    },
  },
  google: {
    ...openAiLike,
    most: 100,
    headers: (key, project) => [
      ...(key === '' ? [] : [['x-goog-api-key', key] as const]),
      ...(project === '' ? [] : [['x-goog-user-project', project] as const]),
    ],
    path: (model) => `/models/${encodeURIComponent(model)}:batchEmbedContents`,
    body: ({ texts, model, dimensions, purpose }) => ({
      requests: texts.map((text) => ({
        model: `models/${model}`,
        content: { parts: [{ text }] },
        taskType: purpose === 'keep' ? 'RETRIEVAL_DOCUMENT' : 'RETRIEVAL_QUERY',
        outputDimensionality: dimensions,
      })),
    }),
    vectors: ({ embeddings }) =>
      isList(embeddings)
        ? embeddings.map((each: Json) => (isJsonObject(each) ? (each['values'] ?? null) : null))
        : null,
  },
} satisfies Readonly<Record<HostedEmbedder, EmbeddingService>>;

/** What makes vectors, other than the built-in embedder. */
type HostedEmbedder = Exclude<keyof typeof EMBEDDERS, 'core:local'>;

/** An embedder that asks a provider, as many texts at a time as it takes. */
export function createHostedEmbedder(
  service: EmbeddingService,
  server: JsonServer,
  { model, dimensions }: { readonly model: string; readonly dimensions: number },
): Embedder {
  const ask = async (texts: readonly string[], purpose: EmbedPurpose): Promise<readonly Float32Array[]> => {
    const answer = await callJson(
      server,
      'POST',
      service.path(model),
      service.body({ texts, model, dimensions, purpose }),
    );
    const vectors = (isJsonObject(answer) ? service.vectors(answer) : null)?.map(readVector) ?? [];
    const whole = vectors.filter((vector) => vector !== null);
    if (whole.length === texts.length) return whole;
    const message = `${server.who} answers with ${whole.length} vectors for ${texts.length} texts. Check that ${model} is a model for embeddings.`;
    throw new MemoryFault(fail('PROVIDER_ERROR', message, { type: 'memory', reason: 'bad_answer', model }));
  };
  return async (texts, purpose) => {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += service.most) {
      vectors.push(...(await ask(texts.slice(from, from + service.most), purpose)));
    }
    return vectors;
  };
}

function indexOf(item: JsonObject): number {
  return typeof item['index'] === 'number' ? item['index'] : 0;
}

function readVector(value: Json): Float32Array | null {
  if (!isList(value) || value.length === 0) return null;
  return value.every((each) => typeof each === 'number' && Number.isFinite(each))
    ? Float32Array.from(value as readonly number[]) // Numbers, every one.
    : null;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

export type { EmbeddingService };
