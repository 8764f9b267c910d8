import type { JsonObject } from '../../base/index.ts';

/** A memory's `options`, defaults filled in (format.md 9). */
export interface MemoryOptions {
  readonly lastMessages: number;
  readonly recallsBySense: boolean;
  readonly maxResults: number;
  /** The block an agent begins its working memory with; null where it keeps none. */
  readonly workingTemplate: string | null;
}

/** A memory as a run uses it. */
export interface ResolvedMemory {
  readonly id: string;
  /** The seed's object for its backends: templates resolved, `options` whole. */
  readonly data: JsonObject;
  readonly options: MemoryOptions;
}
