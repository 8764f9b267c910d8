import type { Json } from '../base/index.ts';

/** One error as ajv reports it. */
export interface CompiledError {
  /** JSON Pointer to the value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: { readonly [key: string]: unknown };
}

/** Checks a value; after a false answer `errors` says why. */
export const validate: ((data: Json) => boolean) & { readonly errors: readonly CompiledError[] | null };
