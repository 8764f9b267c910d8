import type { Files, Finding, StoredProposal } from '../../author/index.ts';
import type { Json, JsonObject, Result } from '../../base/index.ts';
import type { FoundSubjects, GivenCassette, ReadTestFile, TestPorts } from '../../proof/index.ts';

/** What tools of authors look at. Whoever gives them to an author says where that is. */
export interface AuthorContext {
  readonly folder: {
    /** All its texts as they are now: the same object as before where they are the same. */
    readonly read: () => Promise<WorkspaceTexts>;
  };
  readonly proposals: {
    readonly list: () => Promise<{ readonly waiting: readonly StoredProposal[] }>;
    /** Null: none of that id waits. */
    readonly get: (id: string) => Promise<StoredProposal | null>;
  };
  /** What names a text: an author says by it which one was seen. Null: no one else writes there meanwhile. */
  readonly hashOf: ((text: string) => string) | null;
  /** How scripts run in runs that reach nothing. */
  readonly ports: Pick<TestPorts, 'runScript'>;
  /** The tests of a file of the workspace, with the recorded runs that they name; none where there is no such file. */
  readonly findTests: (files: Files, place: TestPlace) => Promise<FoundSubjects>;
  /**
   * A recorded run by its name, which the one test of `read` names; where it cannot be read, that is a finding of `read`. The error: it must
   * not be read. Null: there are no recorded runs.
   */
  readonly readRecorded:
    | ((name: string, read: ReadTestFile) => Promise<Result<GivenCassette | undefined, Finding>>)
    | null;
}

/** A test file, and the workflow that it tests. */
export interface TestPlace {
  readonly path: string;
  readonly workflow: string;
}

/** The texts of a workspace. */
export interface WorkspaceTexts {
  readonly files: Files;
  /** Paths that were not read, with why. */
  readonly unread: readonly { readonly path: string; readonly why: string }[];
}

/** What a tool answers. */
export interface ToolAnswer {
  /** What Signalbox says: facts in its own words. */
  readonly says: JsonObject;
  /** What is written in files, recorded in runs, or quoted from them: data, whatever it says. */
  readonly fromFiles?: Json;
  /** Why the call did nothing; each says what to do next. */
  readonly findings?: readonly Finding[];
}

/** One tool of authors: of `signalbox mcp`, and of the assistant of the app. */
export interface AuthorTool<Context = AuthorContext> {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** JSON Schema of its arguments, which were validated by it when `answer` is called. */
  readonly input: { readonly properties: JsonObject; readonly required?: readonly string[] };
  /** Whether it changes no file. */
  readonly isReading: boolean;
  /** Whether it makes calls for real where a person allowed that; absent: never. */
  readonly mayCall?: boolean;
  readonly answer: (args: JsonObject, context: Context) => Promise<ToolAnswer>;
}
