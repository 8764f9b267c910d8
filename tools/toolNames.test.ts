import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { BUILT_INS } from '../engine/tools/index.ts';
import { ROOT } from './ensure.mjs';

/** Files that may name a built-in beside its declaration and its performer, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'engine/schema/objects/reference.ts': 'an example of a reference, in the schema of the format',
  'engine/schema/objects/tool.ts': 'an example of a tool, and what its key code is for, in the schema of the format',
  'engine/author/commands/resourceCommands.ts': 'an example of a command',
  'engine/author/commands/taskCommands.ts': 'examples of commands',
  'engine/check/foreign/keys/taskKeys.ts': 'the words of a finding: what does the work of a key of another program',
  'engine/check/foreign/values.ts': 'which built-in does the work of a step of another program, by its names there',
  'engine/check/rules/format/checkReferenceFields.ts': 'an example of a reference, in the words of a finding',
  'engine/check/subject/builtInInputs.ts':
    'what a call needs that its schema cannot say, and what other programs call it',
  'engine/service/local/backup/backupState.ts':
    'the folders of a state folder, of which one is called as what it keeps',
  'engine/run/memory/memoryTool.ts': 'its performer: the run makes a call to a memory of it',
  'engine/cli/init/agentTexts.ts': 'an example of a workflow, for coding agents',
  'engine/cli/print/help.ts': 'the help of the command line lists the tools an option is for',
  'engine/cli/print/serverHelp.ts': 'the help of a worker lists what is in its state folder',
  'engine/cli/test/TEST.ts': 'an option has the name of a kind of file',
  'engine/authoring/tools/describeTool.ts': 'examples of what can be described',
  'engine/cli/print/agentHelp.ts': 'an example in the help of the command line',
  'engine/cli/journalFiles.ts': 'its messages say how a run was started by another',
  'engine/cli/resumeRun.ts': 'its messages say how a run was started by another',
  'engine/hosts/worker/history/sendAgain.ts': 'the one call that is made again for a person who reads a run',
  'engine/hosts/node/folderKeyValues.ts': 'the name of the folder that its values are in',
  'app/session/document/diagnostics.ts': 'the call that names another workflow, whose text is then needed',
  'app/session/workspace/choiceWords.ts': 'words by which people look for each',
  'app/session/workspace/listTaskChoices.ts': 'what a new workflow is offered first',
  'engine/run/contract/startsRun.ts': 'the call that starts another run',
  'app/session/storage/describeLoss.ts': 'names the tools whose values were lost',
  'app/runs/parts/toHttpRequest.ts': 'the call whose request it shows as it was sent',
  'app/runs/storedRunActions.tsx': 'no built-in: HTML is what a report is written in',
  'app/runs/search/StepFilters.ts': 'the call that its filter for HTTP is for',
  'app/inspector/fields/UseField.tsx': 'an example in an empty field',
  'app/assistant/mockScript.ts': 'what the mock proposes, to be tried',
  'app/ui/display/builtInIcons.ts': 'the icon of each',
  'app/ui/reader/ValueReader.tsx': 'no built-in: HTML is a way to show a text',
  'app/ui/value/valueViews.ts': 'no built-in: HTML is a way to show a text',
  'app/inspector/fields/InputControl.tsx': 'no built-in: the language of code',
  'app/source/createCodeEditor.ts': 'no built-in: the language of code',
  'app/source/languages.ts': 'no built-in: the language of code',
  'app/source/readCode.ts': 'no built-in: the language of code',
  'app/ui/code/CodeArea.tsx': 'no built-in: the language of code',
  'app/ui/code/CodeEditors.ts': 'no built-in: the language of code',
  'engine/proof/drill/judgeLeak.ts': 'what is logged may leak, and what raises an error means to',
  'engine/proof/play/isPure.ts': 'the one store that a test has for itself',
};

/** `core:hash`; and a name on its own, as a list of them has it, where it is no word with another meaning. */
const NAMED = new RegExp(`\\bcore(?:[:/]|\\[:/\\])(?:${BUILT_INS.map(({ name }) => name).join('|')})\\b`);
const LISTED = /['"](?:javascript|csv|html|kv)['"]|\b(?:javascript|csv|kv):\s/;

/** Sources of a folder and of those below it; no tests, and nothing for tests. */
function listSources(folder: string): readonly string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing|\/test[A-Z]/.test(file))
    .filter((file) => !/^engine\/(?:tools|effects|testing)\//.test(file));
}

/** The text of a file, its comments left out. */
function readCode(file: string): string {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return parseSync(file, text).comments.reduceRight(
    (code, { start, end }) => code.slice(0, start) + code.slice(end),
    text,
  );
}

test('a built-in is named where it is declared and performed, and nowhere else without a reason', () => {
  const sources = ['engine', 'app'].flatMap(listSources);
  expect(sources.length).toBeGreaterThan(500);
  const named = sources.filter((file) => [NAMED, LISTED].some((pattern) => pattern.test(readCode(file))));
  expect(named.sort()).toEqual(Object.keys(ALLOWED).sort());
});
