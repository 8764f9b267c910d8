import { err, findClosest, isJsonObject, type Json, jsonObject, ok, type Result } from '../base/index.ts';
import { type ChangeStep, type Command, type Parameter, PHASES } from './commands/Command.ts';
import { FIELD_COMMANDS } from './commands/fieldCommands.ts';
import { FLOW_COMMANDS } from './commands/flowCommands.ts';
import { KINDS } from './commands/kinds.ts';
import { RESOURCE_COMMANDS } from './commands/resourceCommands.ts';
import { TASK_COMMANDS } from './commands/taskCommands.ts';
import { TEXT_COMMANDS } from './commands/textCommands.ts';
import { ownText } from './ownText.ts';
import type { Change, Finding } from './Proposal.ts';

/** Every command that a proposal can have, by name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ...Object.entries(TASK_COMMANDS),
  ...Object.entries(FLOW_COMMANDS),
  ...Object.entries(FIELD_COMMANDS),
  ...Object.entries(RESOURCE_COMMANDS),
  ...Object.entries(TEXT_COMMANDS),
]);

/** A change that was read: what it does can be tried. */
export interface ReadChange {
  /** Its place in the list. */
  readonly index: number;
  readonly raw: Change;
  readonly command: string;
  readonly path: string;
  /** By this and then by its place it is tried. */
  readonly phase: number;
  readonly steps: readonly ChangeStep[];
}

/** Keys of every change. */
const COMMON: ReadonlySet<string> = new Set(['command', 'path']);

/** Reads a change, whatever it is: an unknown command, key or value is a finding, with the change corrected where that can be told. */
export function readChange(raw: Json, index: number, file: string): Result<ReadChange, readonly Finding[]> {
  const place = `changes[${index}]`;
  if (!isJsonObject(raw)) return err([notAChange(place)]);
  const change = spellOut(raw);
  const name = ownText(change, 'command');
  if (name === '') return err([notAChange(place)]);
  const command = COMMANDS.get(name);
  if (command === undefined) return err([unknownCommand(change, name, place)]);
  const path = Object.hasOwn(change, 'path') ? change['path'] : file;
  if (typeof path !== 'string' || path === '') {
    return err([
      {
        code: 'INVALID_CHANGE',
        place: `${place}.path`,
        message: 'A path is a text.',
        next: 'Name the file as list names it.',
      },
    ]);
  }
  const args = readArguments(change, command, place);
  if (!args.ok) return args;
  return ok({ index, raw, command: name, path, phase: PHASES[command.phase], steps: command.steps(args.value) });
}

/** `{ edit: { old, new } }` and `{ create: text }` as commands like the others. */
function spellOut(raw: Change): Change {
  const own = (key: string): Json | undefined => (Object.hasOwn(raw, key) ? raw[key] : undefined);
  const rest = Object.entries(raw).filter(([key]) => key !== 'edit' && key !== 'create');
  const edit = own('edit');
  if (edit !== undefined && isJsonObject(edit)) {
    return jsonObject([['command', 'edit'], ...rest, ...Object.entries(edit)]);
  }
  const text = own('create');
  return text === undefined ? raw : jsonObject([['command', 'create'], ...rest, ['text', text]]);
}

function readArguments(
  change: Change,
  { takes, example }: Command,
  place: string,
): Result<Readonly<Record<string, unknown>>, readonly Finding[]> {
  const findings: Finding[] = [];
  const args = new Map<string, unknown>();
  for (const key of Object.keys(change)) {
    if (!COMMON.has(key) && !Object.hasOwn(takes, key)) findings.push(unknownKey(change, key, { takes, place }));
  }
  for (const [key, parameter] of Object.entries(takes)) {
    const given = Object.hasOwn(change, key) ? change[key] : undefined;
    if (given === undefined || (given === null && parameter.kind !== 'value')) {
      if (parameter.isOptional !== true) findings.push(missingKey(key, parameter, { place, example }));
      continue;
    }
    const value = KINDS[parameter.kind].read(given);
    if (value === undefined) findings.push(wrongValue(change, key, { parameter, given, place }));
    else args.set(key, value);
  }
  // Names of parameters are those of the table: none of them is one that objects have.
  return findings.length > 0 ? err(findings) : ok(Object.fromEntries(args));
}

function notAChange(place: string): Finding {
  return {
    code: 'INVALID_CHANGE',
    place,
    message: 'A change is a map with a command, or with edit or create.',
    next: `Write it such as ${JSON.stringify(COMMANDS.get('setField')?.example)}.`,
  };
}

function unknownCommand(change: Change, name: string, place: string): Finding {
  const closest = findClosest(name, COMMANDS.keys());
  return {
    code: 'UNKNOWN_COMMAND',
    place: `${place}.command`,
    message: `There is no command “${shown(name)}”.`,
    next: `Commands: ${[...COMMANDS.keys()].join(', ')}.`,
    ...(closest === undefined ? {} : { corrected: withKey(change, 'command', closest) }),
  };
}

interface KeyPlace {
  readonly takes: Command['takes'];
  readonly place: string;
}

function unknownKey(change: Change, key: string, { takes, place }: KeyPlace): Finding {
  const free = Object.keys(takes).filter((name) => !Object.hasOwn(change, name));
  const closest = findClosest(key, free);
  const renamed = Object.entries(change).map(
    ([name, value]) => [name === key ? (closest ?? name) : name, value] as const,
  );
  return {
    code: 'UNKNOWN_KEY',
    place: `${place}.${shown(key)}`,
    message: `This command takes no “${shown(key)}”.`,
    next: `It takes ${Object.keys(takes).join(', ')}.`,
    ...(closest === undefined ? {} : { corrected: jsonObject(renamed) }),
  };
}

interface Missing {
  readonly place: string;
  readonly example: Change;
}

function missingKey(key: string, { about, kind }: Parameter, { place, example }: Missing): Finding {
  return {
    code: 'MISSING_KEY',
    place: `${place}.${key}`,
    message: `“${key}” is missing: ${about}.`,
    next: `Give ${KINDS[kind].words}, as in ${JSON.stringify(example)}.`,
  };
}

interface WrongValue {
  readonly parameter: Parameter;
  readonly given: Json;
  readonly place: string;
}

function wrongValue(change: Change, key: string, { parameter: { kind, about }, given, place }: WrongValue): Finding {
  const { words, choices } = KINDS[kind];
  const closest = choices && typeof given === 'string' ? findClosest(given, choices) : undefined;
  return {
    code: 'INVALID_VALUE',
    place: `${place}.${key}`,
    message: `“${key}” (${about}) is not ${shown(JSON.stringify(given))}.`,
    next: `Give ${words}.`,
    ...(closest === undefined ? {} : { corrected: withKey(change, key, closest) }),
  };
}

/** The change with another value under a key. */
export function withKey(change: Change, key: string, value: Json): Change {
  return jsonObject([...Object.entries(change).filter(([name]) => name !== key), [key, value]]);
}

function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
