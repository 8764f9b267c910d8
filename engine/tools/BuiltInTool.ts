import type { Json, JsonObject } from '../base/index.ts';

/** A built-in tool (format.md section 3): all that is known of it but how it is performed. */
export interface BuiltInTool {
  /** What follows `core:` in `use`. */
  readonly name: string;
  /** Its name for users. */
  readonly title: string;
  /** One short line, for a list of tools. */
  readonly summary: string;
  /** What it does, in a sentence. Markdown. */
  readonly description: string;
  /**
   * JSON Schemas (2020-12). Config and input are validated against them before a call, and their defaults filled in.
   * An input without `type` takes any value. The output is what a call answers, no more and no less.
   */
  readonly schema: { readonly config: ToolSchema; readonly input: ToolSchema; readonly output: ToolSchema };
  /** Keys of config that a task which uses the tool without a definition writes in its `with`. */
  readonly directConfig?: readonly string[];
  /** Keys of config and input whose text is never a template. */
  readonly verbatim?: readonly string[];
  /** The `with` of a new task: it passes the schemas, names no file of a sample, and runs as it is where the tool can. */
  readonly start: JsonObject;
  /** Which calls change something outside of the run, so that making one twice could do harm. */
  readonly changes: 'nothing' | 'something' | ReadingCalls;
  /** The store of this device that calls which change something write to, as users read it. */
  readonly store?: string;
  /** Where calls lead, for the user who decides whether to trust a file (docs/decisions/0024). */
  readonly reach: 'nowhere' | 'anywhere' | AddressKeys;
  /** What a host has to provide for each of its calls: the folder of a workspace, or one that keeps what it is given. */
  readonly needs?: 'workspace' | 'state';
  /** It runs code, or touches more than its input: the same user is shown its name. */
  readonly isPrivileged?: true;
  /** It answers with its input as it was given. */
  readonly givesInput?: true;
  /** The same input makes the same answer or failure: a retry policy gets a warning. */
  readonly isDeterministic?: true;
  /** Where a secret may be written besides credential keys, as paths of `input` and `config`. */
  readonly secretPlaces?: readonly (readonly string[])[];
}

/** A schema with the keys it names, for a map; another one describes the whole value. */
export type ToolSchema = JsonObject & { readonly properties?: Readonly<Record<string, JsonObject>> };

/** Calls whose input has one of `values` under `key`, its default included, only read; all others change something. */
export interface ReadingCalls {
  readonly key: string;
  readonly values: readonly Json[];
}

/** The keys that hold the address that is called. */
export interface AddressKeys {
  /** Of the input. */
  readonly address: string;
  /** Of config: what a relative address starts from. */
  readonly base?: string;
  /** Of the input: with it nothing is called. */
  readonly unless?: string;
}
