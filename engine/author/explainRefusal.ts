import { findClosest, type Json, jsonObject } from '../base/index.ts';
import { newTaskId } from '../edit/index.ts';
import type { Analysis } from '../graph/index.ts';
import { handlersOf, traitsOf } from '../model/index.ts';
import type { Refusal } from '../text/index.ts';
import type { Draft } from './Draft.ts';
import { ownText } from './ownText.ts';
import type { Change, Finding } from './Proposal.ts';
import { type ReadChange, withKey } from './readChange.ts';

interface Refused {
  readonly change: ReadChange;
  /** The texts as the changes that apply left them. */
  readonly draft: Draft;
  /** All changes that do not apply. */
  readonly others: readonly ReadChange[];
}

/** A refusal of a command as a finding: what to do next, and the change as it would apply where that can be told. */
export function explainRefusal({ code, subject, message }: Refusal, { change, draft, others }: Refused): Finding {
  const place = `changes[${change.index}]`;
  const maker = others.find((other) => other !== change && ownText(other.raw, 'id') === subject);
  if (maker !== undefined && code.startsWith('UNKNOWN_')) {
    return {
      code: 'NEEDS_ANOTHER',
      place,
      message,
      next: `changes[${maker.index}] adds it and does not apply: correct that one.`,
    };
  }
  const analysis = draft.files.has(change.path) ? draft.analysisOf(change.path) : null;
  const known =
    analysis === null ? { next: nextFor(code), corrected: undefined } : advise(code, subject, { change, analysis });
  return {
    code,
    place: placeOf(change, subject) ?? place,
    message,
    next: known.next,
    ...(known.corrected === undefined ? {} : { corrected: known.corrected }),
  };
}

/** The key of the change that holds what the refusal is about. */
function placeOf({ raw, index }: ReadChange, subject: string): string | undefined {
  if (subject === '') return undefined;
  const key = Object.entries(raw).find(([name, value]) => name !== 'command' && holds(value, subject))?.[0];
  return key === undefined ? undefined : `changes[${index}].${key}`;
}

function holds(value: Json, subject: string): boolean {
  return value === subject || (Array.isArray(value) && value.includes(subject));
}

interface Advice {
  readonly next: string;
  readonly corrected: Change | undefined;
}

interface Advised {
  readonly change: ReadChange;
  readonly analysis: Analysis;
}

function advise(code: string, subject: string, { change, analysis }: Advised): Advice {
  const { workflow, graph } = analysis;
  switch (code) {
    case 'UNKNOWN_TASK':
      return nearest([...graph.nodes.keys()], 'Tasks of this file', { change, subject });
    case 'UNKNOWN_RESOURCE':
      return nearest(
        [...workflow.agents, ...workflow.tools].map(({ id }) => id),
        'Agents and tools of this file',
        { change, subject },
      );
    case 'DUPLICATE_ID':
      return {
        next: 'Choose another id, or change the one that is there.',
        corrected: withId(change.raw, subject, newTaskId(analysis, { type: 'basic', id: subject })),
      };
    case 'UNKNOWN_ROUTE':
      return nearest(routesOf(change, analysis), 'Routes of this task', { change, subject });
    case 'HANDLER_NOT_OF_TYPE':
      return exitsOf(change, analysis);
    case 'UNKNOWN_EDGE':
    case 'ORDER_OF_LIST':
      return edgesOf(change, analysis);
    case 'RENAME_INSTEAD':
      return renameInstead(change.raw);
    default:
      return { next: nextFor(code), corrected: undefined };
  }
}

interface Misnamed {
  readonly change: ReadChange;
  readonly subject: string;
}

function nearest(names: readonly string[], label: string, { change, subject }: Misnamed): Advice {
  const closest = findClosest(subject, names);
  return {
    next: names.length === 0 ? 'There are none yet: add one first.' : `${label}: ${listed(names)}.`,
    corrected: closest === undefined ? undefined : withName(change.raw, subject, closest),
  };
}

/** The keys of the routes that a command about one chooses from. */
function routesOf({ raw }: ReadChange, { graph }: Analysis): readonly string[] {
  const prefix = raw['of_errors'] === true ? 'on_error.routes.' : 'routes.';
  const own = graph.edges.filter(({ source, via }) => source === raw['task'] && via.startsWith(prefix));
  return [...new Set(own.map(({ via }) => via.slice(prefix.length)))];
}

function exitsOf({ raw }: ReadChange, { graph }: Analysis): Advice {
  const source = graph.nodes.get(ownText(raw, 'source') || ownText(raw, 'after'));
  if (source === undefined) return { next: nextFor('HANDLER_NOT_OF_TYPE'), corrected: undefined };
  const { type } = source.task;
  const exits = [
    ...handlersOf(type),
    ...(type !== 'unknown' && traitsOf(type).hasRoutes ? ['routes.KEY', 'default'] : []),
  ];
  const closest = findClosest(ownText(raw, 'via'), exits);
  return {
    next: `Exits of a ${type} task: ${exits.join(', ')}.`,
    corrected: closest === undefined ? undefined : withKey(raw, 'via', closest),
  };
}

/** Connections that leave the same task; the one to the same target is what was meant. */
function edgesOf({ raw }: ReadChange, { graph }: Analysis): Advice {
  const edges = graph.edges.filter(({ source }) => source === raw['source']);
  const [meant, ...more] = edges.filter(({ target, via }) => target === raw['target'] && via !== 'sequence');
  const all = edges.map(({ via, target }) => `${via} to ${target}`);
  return {
    next:
      all.length === 0
        ? 'Nothing leaves this task.'
        : `What leaves it: ${listed(all)}. sequence is the order of the list: use moveTasks.`,
    corrected: meant === undefined || more.length > 0 ? undefined : withKey(raw, 'via', meant.via),
  };
}

function renameInstead(raw: Change): Advice {
  const to = raw['value'];
  const next = 'Use renameTask or renameResource, which follow it wherever it is named.';
  if (typeof to !== 'string') return { next, corrected: undefined };
  const parts = Object.entries(raw).filter(([key]) => !['command', 'field', 'value'].includes(key));
  const command = Object.hasOwn(raw, 'task') ? 'renameTask' : 'renameResource';
  return { next, corrected: jsonObject([['command', command], ...parts, ['to', to]]) };
}

function withName(raw: Change, from: string, to: string): Change {
  const replaced = (value: Json): Json =>
    value === from ? to : Array.isArray(value) ? value.map((item: Json) => (item === from ? to : item)) : value;
  return jsonObject(
    Object.entries(raw).map(([key, value]) => [key, key === 'command' ? value : replaced(value)] as const),
  );
}

function withId(raw: Change, taken: string, free: string): Change | undefined {
  const key = ['id', 'to'].find((name) => raw[name] === taken);
  return key === undefined || free === taken ? undefined : withKey(raw, key, free);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).join(', ');
  return names.length > 20 ? `${shown} and ${names.length - 20} more` : shown;
}

const NEXT: Readonly<Record<string, string>> = {
  ALREADY_CONNECTED: 'Remove this change.',
  CONTAINER_NOT_EMPTY: 'Move or remove the tasks inside first, in the same proposal.',
  EDIT_AMBIGUOUS: 'Give more lines of the text before or after it, so that it is there once.',
  EDIT_NOT_FOUND: 'Read the file again and give the text as it is written there.',
  FILE_EXISTS: 'Choose another path, or change the file that is there.',
  INVALID_ID: 'Choose another id: letters, digits and hyphens.',
  NO_WORKFLOW: 'Use edit: this file holds no workflow.',
  NOTHING_NAMED: 'Name a task, an agent, a tool, a memory, or an agent and its action.',
  NOT_A_CONTAINER: 'Omit parent, or name a parallel, composite or collection task.',
  SEVERAL_PARTS: 'Name one part; an action together with its agent.',
  SYNTAX_ERROR: 'Use edit to fix the YAML; check says where it is broken.',
  TARGET_OUTSIDE_CONTAINER: 'Connect the container itself, or move one of the tasks.',
  UNKNOWN_FIELD: 'Read the part again and name the field as it is written.',
  UNKNOWN_FILE: 'Use list to see the files, or create for a new one.',
  WHOLE_DOCUMENT: 'Name a part or a field, or use edit.',
};

function nextFor(code: string): string {
  return NEXT[code] ?? 'Read the part again, and correct the call as the message says.';
}
