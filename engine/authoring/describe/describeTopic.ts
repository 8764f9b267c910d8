import page from '../../../docs/diagnostics.md?raw';
import { COMMANDS, KINDS } from '../../author/index.ts';
import { type Data, err, findClosest, type JsonObject, ok, type Result } from '../../base/index.ts';
import { DIAGNOSTIC_CODES } from '../../check/index.ts';
import { FUNCTIONS } from '../../expression/index.ts';
import { handlersOf, TASK_TYPES, type TaskType, traitsOf } from '../../model/index.ts';
import { propertiesAt } from '../../schema/index.ts';
import { BUILT_INS, type BuiltInTool, MODEL_PROVIDERS, REMOTE_PROVIDERS } from '../../tools/index.ts';
import { TEST_PARTS, tellTestPart } from './describeTests.ts';

/** A kind of thing that can be described: its names, and what is said of one. */
interface TopicKind {
  readonly kind: string;
  readonly names: () => readonly string[];
  readonly tell: (name: string) => string;
}

/** The parts of a document, with a path that leads to one. */
const PARTS: Readonly<Record<string, readonly (string | number)[]>> = {
  document: [],
  agent: ['agents', 0],
  action: ['agents', 0, 'actions', 0],
  tool: ['tools', 0],
  memory: ['memory'],
  task: ['tasks', 0],
  retry: ['tasks', 0, 'retry'],
};

const KINDS_OF_TOPICS: readonly TopicKind[] = [
  {
    kind: 'type',
    names: () => TASK_TYPES,
    tell: (name) => tellType(TASK_TYPES.find((type) => type === name) ?? 'basic'),
  },
  {
    kind: 'part',
    names: () => Object.keys(PARTS),
    tell: (name) => `${name}: its keys\n\n${keysAt(PARTS[name] ?? [])}`,
  },
  { kind: 'test', names: () => TEST_PARTS, tell: tellTestPart },
  { kind: 'built-in', names: () => BUILT_INS.map((tool) => `core:${tool.name}`), tell: tellBuiltIn },
  { kind: 'function', names: () => FUNCTIONS.map(({ name }) => name), tell: tellFunction },
  { kind: 'provider', names: () => MODEL_PROVIDERS, tell: tellProvider },
  { kind: 'diagnostic', names: () => DIAGNOSTIC_CODES.map(({ code }) => code), tell: tellDiagnostic },
  { kind: 'command', names: () => [...COMMANDS.keys()], tell: tellCommand },
];

/**
 * What Signalbox says of one of its words, as Markdown: `type basic`, `core:http`, `function slice`, `provider openai`,
 * `diagnostic UNKNOWN_TARGET`, `command addTask`, or the name alone; of all of them where none is given. The error is one sentence.
 */
export function describeTopic(topic: string): Result<string, string> {
  const words = topic
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const [first, second] = words;
  if (first === undefined) return ok(listAll());
  const kind = KINDS_OF_TOPICS.find((each) => each.kind === first);
  if (kind !== undefined && second === undefined) return ok(`${kind.kind}: ${kind.names().join(', ')}`);
  const kinds = kind !== undefined && second !== undefined ? [kind] : KINDS_OF_TOPICS;
  const name = kind !== undefined && second !== undefined ? second : first;
  for (const each of kinds) {
    const known = each.names().find((other) => other === name || other === `core:${name}`);
    if (known !== undefined) return ok(each.tell(known));
  }
  const closest = findClosest(
    name,
    kinds.flatMap((each) => each.names()),
  );
  const meant =
    closest === undefined
      ? `Kinds: ${KINDS_OF_TOPICS.map((each) => each.kind).join(', ')}.`
      : `Did you mean ${closest}?`;
  return err(`There is nothing called “${name.slice(0, 60)}”. ${meant}`);
}

function listAll(): string {
  return KINDS_OF_TOPICS.map(({ kind, names }) => `${kind}: ${names().join(', ')}`).join('\n\n');
}

function tellType(type: TaskType): string {
  const { title, summary, hasRoutes } = traitsOf(type);
  const document = new Map<string, Data>([['tasks', [new Map<string, Data>([['type', type]])]]]);
  const exits = [...handlersOf(type), ...(hasRoutes ? ['routes.KEY', 'default'] : [])];
  return [
    `${type}: ${title}. ${summary}`,
    `Keys of the task:\n${keysAt(['tasks', 0], document)}`,
    `Keys of its config:\n${keysAt(['tasks', 0, 'config'], document)}`,
    `Exits: ${exits.join(', ')}`,
  ].join('\n\n');
}

function keysAt(path: readonly (string | number)[], document?: Data): string {
  const keys = propertiesAt(path, document);
  return keys
    .map(({ key, isRequired, description, enum: words }) => {
      const choice = words === undefined ? '' : ` One of ${words.join(', ')}.`;
      return `- ${key}${isRequired ? ' (required)' : ''}: ${description}${choice}`;
    })
    .join('\n');
}

function tellBuiltIn(name: string): string {
  const tool: BuiltInTool | undefined = BUILT_INS.find((each) => `core:${each.name}` === name);
  if (tool === undefined) return name;
  const { description, schema, start } = tool;
  const task: JsonObject = { id: tool.name, type: 'basic', use: name, with: start };
  return [
    `${name}: ${description}`,
    `Input:\n${tellSchema(schema.input)}`,
    `Config:\n${tellSchema(schema.config)}`,
    `Output:\n${tellSchema(schema.output)}`,
    `Example: ${JSON.stringify(task)}`,
  ].join('\n\n');
}

function tellSchema(schema: { readonly properties?: unknown; readonly required?: unknown }): string {
  const properties = Object.entries(
    (schema.properties ?? {}) as Record<string, { type?: unknown; description?: unknown }>,
  );
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  if (properties.length === 0) return '- any';
  return properties
    .map(([key, { type, description }]) => {
      const kind =
        type === undefined ? '' : ` (${typesOf(type).join(' or ')}${required.includes(key) ? ', required' : ''})`;
      return `- ${key}${kind}${typeof description === 'string' ? `: ${description}` : ''}`;
    })
    .join('\n');
}

function typesOf(type: unknown): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

function tellFunction(name: string): string {
  const found = FUNCTIONS.find((each) => each.name === name);
  return found === undefined ? name : `${found.signature}\n\n${found.description}`;
}

function tellProvider(name: string): string {
  const agent = { id: 'helper', use: 'core:agent', config: { provider: name, model: '…' } };
  const remote = Object.entries(REMOTE_PROVIDERS).find(([each]) => each === name)?.[1];
  const about =
    remote === undefined
      ? 'Answers from the agent’s own script (config.mock), or makes answers up; sends no request.'
      : `${remote.title}. ${remote.url === null ? 'config.url must say where it is.' : `Address: ${remote.url}.`} ${remote.keyVariable === null ? 'It needs no key.' : `Its key is read from the variable ${remote.keyVariable}: write api_key: "{{ env.${remote.keyVariable} }}", never the key.`}`;
  return `${name}: ${about}\n\nExample: ${JSON.stringify(agent)}`;
}

function tellDiagnostic(code: string): string {
  const found = DIAGNOSTIC_CODES.find((each) => each.code === code);
  return diagnosticPage(code) ?? `${code} (${found?.severity}): ${found?.title}`;
}

function tellCommand(name: string): string {
  const command = COMMANDS.get(name);
  if (command === undefined) return name;
  const takes = Object.entries(command.takes).map(
    ([key, { about, kind, isOptional }]) =>
      `- ${key}${isOptional === true ? '' : ' (required)'}: ${about}; ${KINDS[kind].words}`,
  );
  return [`${name}: ${command.about}`, takes.join('\n'), `Example: ${JSON.stringify(command.example)}`].join('\n\n');
}

/** The section of the documentation on a code; null where there is none. */
function diagnosticPage(code: string): string | null {
  const start = page.indexOf(`\n### ${code}\n`);
  if (start < 0) return null;
  const end = page.slice(start + 1).search(/\n#{2,3} /u);
  return (end < 0 ? page.slice(start) : page.slice(start, start + 1 + end)).trim();
}
