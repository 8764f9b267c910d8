import type { TextRange } from '../../text/index.ts';
import type { ShapeContext } from '../../types/index.ts';

/** The kind of an item: editors give each a separate icon. */
export type CompletionKind =
  | 'key'
  | 'value'
  | 'task'
  | 'agent'
  | 'tool'
  | 'built-in'
  | 'package'
  | 'file'
  | 'snippet'
  | 'root'
  | 'member'
  | 'function';

/** One proposal. Accepting it replaces `range` of the document by `insertText`, which carries its own indentation. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A few words next to the label: a type, a name. May be empty. */
  readonly detail: string;
  /** Markdown. May be empty. */
  readonly documentation: string;
  readonly insertText: string;
  /** Parts of `insertText` that the person fills in, first to last; the cursor ends behind it all. */
  readonly stops?: readonly TextRange[];
  readonly range: TextRange;
}

/** A completion before it is known what of the text it replaces. */
export type Proposal = Pick<CompletionItem, 'label' | 'kind' | 'detail' | 'documentation'>;

/** What the caller knows beyond the document: variables, values of the last run, and the other files. */
export interface CompletionContext extends ShapeContext {
  /** Texts of the workspace by path: what can be imported, and the packages there are. */
  readonly files?: ReadonlyMap<string, string>;
  /** Tools of the MCP servers that are set up, as far as the servers have listed them. */
  readonly mcpTools?: readonly NamedTool[];
}

/** A tool of an MCP server. */
export interface NamedTool {
  /** `mcp:<server>/<tool>`. */
  readonly use: string;
  /** Its server's description; may be empty. */
  readonly description: string;
  /** Keys of its input. */
  readonly inputs: readonly string[];
}

/** The description of the text in `range`. */
export interface Hover {
  readonly range: TextRange;
  readonly markdown: string;
}

/** Where something is defined: `range` is the whole definition, `selection` the name in it, both in the text of `path`. */
export interface Definition {
  readonly path: string;
  readonly range: TextRange;
  readonly selection: TextRange;
}

/** One line of the document's outline. */
export interface DocumentSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'section' | 'task' | 'agent' | 'tool' | 'memory';
  readonly range: TextRange;
  readonly selection: TextRange;
  readonly children: readonly DocumentSymbol[];
}
