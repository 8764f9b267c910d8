import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TASK_TYPES } from '../engine/model/index.ts';
import { findTypeNames } from './findTypeNames.mjs';

/** Where code may compare a task type by its name; everywhere else its traits are. */
const MAY_ASK = /^engine\/(model|run\/tasks)\//;

/** There the names are words of another program's files, some of them equal to ours: no new task type is written in it. */
const OTHER_DIALECT = /^engine\/convert\//;

/** What a new task type is written in (docs/decisions/0031): the compiler asks for each of these. */
const HOMES = [
  'engine/model/workflow/taskTypes.ts',
  'engine/model/workflow/taskConfigs.ts',
  'engine/schema/objects/configs.ts',
  'engine/run/tasks/runTask.ts',
  'app/ui/display/KindIcon.tsx',
  'app/session/workspace/choiceWords.ts',
];

/** The other files that name a task type outside its own behaviour in `run/tasks`, and why. */
const OTHERS: Readonly<Record<string, readonly [types: readonly string[], reason: string]>> = {
  'engine/run/state/Activation.ts': [['parallel', 'collection', 'composite'], 'the kinds of what a type keeps'],
  'engine/run/state/stateClasses.ts': [['collection'], 'what a snapshot calls the body of a collection'],
  'engine/check/rules/values/checkScopes.ts': [['parallel'], 'how children run'],
  'engine/check/rules/format/checkFormat.ts': [['basic'], 'the type that a fix writes where none is'],
  'engine/check/subject/endsInError.ts': [['parallel'], 'how children run'],
  'engine/check/foreign/keys/advice.ts': [['parallel'], 'how children run'],
  'engine/check/foreign/values.ts': [
    ['basic', 'parallel', 'decision', 'collection', 'composite'],
    'what the same kinds of steps are called in other programs',
  ],
  'engine/author/commands/taskCommands.ts': [['basic', 'parallel', 'decision'], 'examples of commands'],
  'app/assistant/mockScript.ts': [['basic'], 'the type of the task that the mock proposes'],
  'engine/authoring/converse/authorWorkflow.ts': [['basic'], 'the type of the task in which an author is asked'],
  'engine/authoring/describe/describeTopic.ts': [['basic'], 'an example of what can be described'],
  'engine/author/explainRefusal.ts': [['basic'], 'the type in a corrected command'],
  'engine/language/lineage/listOffers.ts': [['parallel'], 'how children run'],
  'engine/language/completion/startValue.ts': [['basic'], 'the type that a new item of `tasks` begins with'],
  'engine/proof/dataset/changeWorkflow.ts': [['basic'], 'the type of the task in which an agent scores a run'],
  'app/session/workspace/listTaskChoices.ts': [
    ['basic', 'decision', 'collection'],
    'the type of a task that uses what was chosen, and what a new workflow is offered first',
  ],
  'app/canvas/model/describeResult.ts': [['decision'], 'the part of an output that its card shows'],
  'app/canvas/view/EmptyCanvas.tsx': [['basic'], 'the type of the first task'],
  'app/canvas/questions/GroupQuestion.tsx': [['parallel'], 'how children run'],
  'app/inspector/GroupInspector.tsx': [['composite'], 'the icon of several tasks'],
};

/** Names of other things too: of methods, kinds of nodes, tones. */
const NAMES_OF_MORE = ['map', 'wait'];

const root = path.resolve(import.meta.dirname, '..');
const { questions, naming } = findTypeNames(root, TASK_TYPES);

function filesNaming(type: string): readonly string[] {
  return (naming.get(type) ?? []).filter((file) => !OTHER_DIALECT.test(file));
}

describe('task types', () => {
  it('are compared by name only in the model and in the behaviour of tasks', () => {
    expect(questions.filter(({ file }) => !MAY_ASK.test(file) && !OTHER_DIALECT.test(file))).toEqual([]);
  });

  it.each(TASK_TYPES.filter((type) => !NAMES_OF_MORE.includes(type)))('%s is named where it is declared', (type) => {
    const own = filesNaming(type).filter((file) => !/^engine\/run\/tasks\/(?!runTask)/.test(file));
    const others = Object.keys(OTHERS).filter((file) => OTHERS[file]?.[0].includes(type));
    expect(own.toSorted()).toEqual([...HOMES, ...others].toSorted());
  });

  it('are named by few files: a collection by the six that declare it, its behaviour, its state, the words for it elsewhere, and what is offered first', () => {
    expect(filesNaming('collection')).toHaveLength(12);
  });
});

describe('findTypeNames', () => {
  const house = mkdtempSync(path.join(tmpdir(), 'signalbox-types-'));
  afterAll(() => rmSync(house, { recursive: true, force: true }));
  mkdirSync(path.join(house, 'app'));
  mkdirSync(path.join(house, 'engine'));

  const ask = (text: string) => {
    writeFileSync(path.join(house, 'engine/a.ts'), text);
    return findTypeNames(house, TASK_TYPES).questions.map(({ line, kind }) => `${kind} in line ${line}`);
  };

  it.each([
    ["export const f = (task) => task.type === 'map';", 'comparison in line 1'],
    ["export const f = (node) => 1 +\n  ('collection' !== node?.task.type);", 'comparison in line 2'],
    ["export const f = (around) => around === 'parallel';", 'comparison in line 1'],
    ["export const f = (task) => {\n  switch (task.type) {\n    case 'wait':\n  }\n};", 'comparison in line 3'],
    ["export const f = new Set(['parallel', 'composite']);", 'list in line 1'],
    ["export type F = 'parallel' | 'composite';", 'list in line 1'],
  ])('catches %j', (text, caught) => expect(ask(text)).toEqual([caught]));

  it.each([
    "export const f = (node) => node.kind === 'map';",
    "export const f = (body) => {\n  switch (body.kind) {\n    case 'parallel':\n  }\n};",
    "export const MODES = ['parallel', 'sequential'];",
    "// task.type === 'map'\nexport const f = `task.type === 'map'`;",
    "export const f = (task) => task.type === 'unknown';",
  ])('lets %j pass', (text) => expect(ask(text)).toEqual([]));
});
