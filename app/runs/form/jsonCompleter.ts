import type { Completer, FieldCompletion } from '../../ui/index.ts';
import type { FormField } from './toFields.ts';

/** Completes JSON by the fields of its schema: names that are not there yet, and the choices of a value. */
export function jsonCompleter(fields: readonly FormField[]): Completer {
  const root: Known = { fields, item: null, choices: [] };
  return (text, caret) => {
    const place = placeIn(text, caret, root);
    if (place === null) return [];
    const { known, typed, names } = place;
    const start = caret - typed.length;
    const word = typed.replace(/^"/, '').toLowerCase();
    // What an editor closed already belongs to what is typed.
    const end = typed.startsWith('"') && text[caret] === '"' ? caret + 1 : caret;
    const options = names === null ? known.choices.map(toChoice) : known.fields.filter(isMissing(names)).map(toName);
    const isNamed = /^\s*:/.test(text.slice(end));
    return options
      .filter(({ label }) => label.toLowerCase().startsWith(word) && label !== typed)
      .map(({ insert, ...rest }) => ({ ...rest, insert: isNamed ? insert.replace(/: $/, '') : insert, start, end }));
  };
}

type Known = Pick<FormField, 'fields' | 'item' | 'choices'>;

type Option = Omit<FieldCompletion, 'start' | 'end'>;

interface JsonPlace {
  /** The map whose name is typed, or the value that is. */
  readonly known: Known;
  readonly typed: string;
  /** The names that the map has before; null where a value is typed. */
  readonly names: readonly string[] | null;
}

interface Level {
  readonly known: Known;
  readonly isMap: boolean;
  readonly names: string[];
  /** The name whose value comes next. */
  name: string | null;
}

const NOTHING: Known = { fields: [], item: null, choices: [] };
const TOKEN = /\s+|[{}[\],:]|"(?:[^"\\]|\\.)*"?|[^\s{}[\],:"]+/gy;

/** Where a caret is, by what is written before it; null outside of the braces and behind what is complete. */
function placeIn(text: string, caret: number, root: Known): JsonPlace | null {
  const levels: Level[] = [];
  let typed = '';
  for (const [token] of text.slice(0, caret).matchAll(TOKEN)) {
    const level = levels.at(-1);
    typed = '';
    if (token === '{' || token === '[') {
      levels.push({ known: level ? valueOf(level) : root, isMap: token === '{', names: [], name: null });
    } else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level) level.name = null;
    else if (token === ':' && level) level.name = level.names.at(-1) ?? null;
    else if (token.trim() !== '') {
      typed = token;
      if (level?.isMap && level.name === null && token.endsWith('"') && token.length > 1)
        level.names.push(token.slice(1, -1));
    }
  }
  const level = levels.at(-1);
  const isComplete = typed.length > 1 && typed.startsWith('"') && typed.endsWith('"');
  if (level === undefined || isComplete) return null;
  return level.isMap && level.name === null
    ? { known: level.known, typed, names: level.names }
    : { known: valueOf(level), typed, names: null };
}

function valueOf({ known, isMap, name }: Level): Known {
  return (isMap ? known.fields.find((field) => field.name === name) : known.item) ?? NOTHING;
}

function isMissing(names: readonly string[]) {
  return (field: FormField): boolean => !names.includes(field.name);
}

function toName({ name, description, isRequired }: FormField): Option {
  const insert = `${JSON.stringify(name)}: `;
  return { label: name, detail: isRequired ? 'required' : '', documentation: description ?? '', insert };
}

function toChoice(choice: FormField['choices'][number]): Option {
  const insert = JSON.stringify(choice);
  return { label: typeof choice === 'string' ? choice : insert, detail: '', documentation: '', insert };
}
