import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placeProgram } from '../../testing/program/placeProgram.ts';

/** A repository of git in a folder of its own, with the program next to it. */
export class Repository {
  readonly #root = mkdtempSync(path.join(tmpdir(), 'signalbox-merge-'));
  readonly folder = path.join(this.#root, 'repository');
  readonly #program = path.join(this.#root, 'program');

  constructor() {
    mkdirSync(this.folder);
    mkdirSync(this.#program);
    placeProgram(this.#program);
  }

  /** Runs git; fails with what it told. */
  git(...args: readonly string[]): Promise<string> {
    return this.#run('git', args);
  }

  /** Runs the program of the package in the repository. */
  signalbox(...args: readonly string[]): Promise<string> {
    return this.#run(process.execPath, [path.join(this.#program, 'signalbox.js'), ...args]);
  }

  write(file: string, text: string): void {
    writeFileSync(path.join(this.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  /** Commits a file, and what else was written. */
  async commit(file: string, text: string): Promise<void> {
    this.write(file, text);
    await this.git('add', '-A');
    await this.git('commit', '-qm', `Change ${file}`);
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  #run(command: string, args: readonly string[]): Promise<string> {
    const person = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com' };
    const committer = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' };
    const env = { ...process.env, ...person, ...committer, GIT_CONFIG_GLOBAL: '/dev/null', GIT_EDITOR: 'true' };
    return new Promise((resolve, reject) => {
      execFile(command, [...args], { cwd: this.folder, env }, (error, out, told) =>
        error === null ? resolve(out + told) : reject(new Error(`${args.join(' ')}: ${out}${told}`)),
      );
    });
  }
}

/** A workflow that both sides change. */
export const BASE = `# Orders.
tasks:
  - id: fetch
    type: basic
    use: core:http
    with: { url: 'https://a.example', method: GET }
    on_success: { next: tell }
  - id: tell
    type: basic
    use: core:log
    with: { message: Done, level: info }
`;
