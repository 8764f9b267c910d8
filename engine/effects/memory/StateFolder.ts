/** A folder that holds state across processes. Names are relative, with `/`. Methods reject with the system's errors. */
export interface StateFolder {
  /** How the folder is called in messages. */
  readonly name: string;
  /** Null: there is no such file. */
  readonly read: (name: string) => Promise<string | null>;
  /** Adds text at the end of a file, durably. */
  readonly append: (name: string, text: string) => Promise<void>;
  /** Puts a text in place of a file, whole or not at all. */
  readonly replace: (name: string, text: string) => Promise<void>;
  /** Names of the files below a folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
}
