import { COMMANDS, checkFile } from '../../author/index.ts';
import type { JsonObject } from '../../base/index.ts';
import { describeTopic } from '../describe/describeTopic.ts';
import { fitList, fitText } from '../tools/budget.ts';
import { toFindings } from '../tools/toFindings.ts';
import { DATA_NOTE, writeAnswer } from '../tools/writeAnswer.ts';
import type { Conversation } from './Conversation.ts';

/** Longest text of a file that is given with the request: of a longer one the model reads what it needs. */
const MOST_TEXT = 24_000;

/** How many findings of the file are given with the request. */
const MOST_FINDINGS = 20;

/** What a model is told before the request. The words of the format are those that `describe` has. */
export function writeRules({ rounds }: Pick<Conversation, 'rounds'>): string {
  const commands = [...COMMANDS.keys()].map((name) => describe(`command ${name}`));
  return [
    'You change Signalbox workflows, which are YAML files, for a person who decides about each of your changes. You work with the tools that you have.',
    [
      '- Do what is asked, with the smallest changes that do it, and nothing else.',
      '- Look up what you do not know: describe explains each word of the format, outline and read show files, run and drill try a workflow without reaching anything.',
      `- Change files only with propose. It reports what the check, the tests and recorded runs say about your changes. Correct what it finds; you may correct a proposal ${rounds === 1 ? 'once' : `${rounds} times`}.`,
      '- Never write a key, a password or a token into a file: read it as {{ env.NAME }}, and say which name the person has to set.',
      '- Where you are only asked to explain something, explain it and propose nothing.',
      '- At the end answer without a tool, in one to four plain sentences for the person: what you propose, and which parts of the request it does not cover.',
      `- ${DATA_NOTE}`,
    ].join('\n'),
    'Each change is one of these commands:',
    ...commands,
    'What else describe knows:',
    describe(''),
  ].join('\n\n');
}

/** The request, with the file that it is about, what the check says of it, and what a run gave. All but the request is marked as data. */
export function writeRequest({ request, path, files, evidence }: Conversation): string {
  const text = files.get(path);
  const found =
    text === undefined
      ? []
      : fitList(toFindings(files, path, checkFile(files, path)).slice(0, MOST_FINDINGS), MOST_TEXT).shown;
  const others = [...files.keys()].filter((name) => name !== path).slice(0, 100);
  const about: JsonObject = {
    path,
    ...(text === undefined ? {} : { text: fitText(text, MOST_TEXT) }),
    ...(found.length === 0 ? {} : { findings: found }),
    ...(others.length === 0 ? {} : { other_files: others }),
    ...(evidence === null ? {} : { run: evidence }),
  };
  const place = text === undefined ? `There is no file “${path}” yet: create it.` : `It is about “${path}”.`;
  return `${request.trim()}\n\n${place}\n\n${writeAnswer({ says: {}, fromFiles: about })}`;
}

function describe(topic: string): string {
  const told = describeTopic(topic);
  return told.ok ? told.value : '';
}
