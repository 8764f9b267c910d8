import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Json, JsonObject } from '../../base/index.ts';
import type { ModelProvider } from '../../tools/index.ts';
import type { StreamForm } from '../limitStream.ts';

/** What a model is created with. Texts may hold placeholders of secrets, never values. */
export interface ModelSettings {
  readonly model: string;
  /** Base address, without a slash at its end. */
  readonly url: string;
  /** Empty where the provider needs none. */
  readonly apiKey: string;
  readonly headers: Record<string, string>;
  /** Which of a provider's interfaces: `config.api`. */
  readonly api: string;
  readonly fetch: typeof globalThis.fetch;
}

/** A model of a library, and the options of every call. */
export interface LoadedModel {
  readonly model: Pick<LanguageModelV4, 'doStream'>;
  readonly options: SharedV4ProviderOptions;
}

/** Creates a model; sends no request yet. */
export type CreateModel = (settings: ModelSettings) => LoadedModel;

/** How one provider is asked: what is besides its declaration. */
export interface ProviderAccess {
  /**
   * When a schema is handed to the provider itself; else it is part of the prompt and the answer is parsed. `in-prompt-too`: only
   * some models take one, so it is passed in both ways, without tools.
   */
  readonly structured: 'always' | 'without-tools' | 'in-prompt-too';
  /** How its answers stream; server-sent events when absent. */
  readonly streamForm?: StreamForm;
  /** True where its library has no reason of the provider's own for an answer that ended well; else an answer without one broke off. */
  readonly endsWithoutReason?: true;
  /** The path in the body of a request of settings that its library omits, by the name in `config`. */
  readonly place?: Readonly<Record<string, (value: Json) => JsonObject>>;
  /** How a page of `origin` can be allowed to call it; absent: only the provider can say. */
  readonly remedy?: (origin: string) => string;
  readonly load: () => Promise<{ readonly createModel: CreateModel }>;
}

/** How one provider is reached, without its library. */
export interface ProviderSpec extends Omit<ModelProvider, 'url'>, ProviderAccess {
  /** As `config.provider` has it. */
  readonly name: string;
  /** Base address where `config.url` has none; empty: `config.url` is required. */
  readonly url: string;
  /** Added to an address that has no path. */
  readonly path: string;
  readonly remedy: (origin: string) => string;
}
