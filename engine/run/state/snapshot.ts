import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { levelAt, type Program } from '../program/Program.ts';
import type { Run } from './Run.ts';
import { StateWriter } from './StateWriter.ts';
import { CONTAINERS, type Fields, RECORDS } from './stateClasses.ts';

/** Raise it with every change of what the state of a run holds: classes, fields, continuations. */
const VERSION = 9;

/** The state of a run between two inputs, as JSON. It holds what is live, not what has ended, and nothing of the program. */
export interface RunSnapshot {
  readonly version: number;
  /** The fields of the run. */
  readonly run: JsonObject;
  /** What they lead to. */
  readonly objects: readonly Json[];
}

/** The state of a run as it is now. Changes nothing, and shares nothing that a run changes. */
export function snapshot(run: Run): RunSnapshot {
  const { program, machine: _machine, onBranch: _onBranch, events: _events, effects: _effects, ...state } = run;
  const writer = new StateWriter([...program.levels, ...program.alone.values()]);
  return { version: VERSION, run: writer.write(state), objects: writer.objects };
}

/** The fields of the run, read from its snapshot; null for a snapshot of another version, or one that is damaged. */
export function readSnapshot(program: Program, { version, run, objects }: RunSnapshot): object | null {
  if (version !== VERSION) return null;
  try {
    const reader = new StateReader(program, objects);
    const fields = reader.read(run);
    return reader.isDamaged ? null : fields;
  } catch {
    // In a damaged snapshot a row may not fit its class.
    return null;
  }
}

/** Reads what a `StateWriter` wrote. */
class StateReader {
  /** True once the rows are found to be damaged. */
  isDamaged = false;
  readonly #program: Program;
  readonly #rows: readonly Json[];
  readonly #made: unknown[];

  constructor(program: Program, rows: readonly Json[]) {
    this.#program = program;
    this.#rows = rows;
    // All of them first: they refer to each other.
    this.#made = rows.map((row) => this.#create(row));
  }

  /** The fields of the object that was written. */
  read(fields: JsonObject): Fields {
    for (const [index, row] of this.#rows.entries()) this.#fill(this.#made[index], row);
    return this.#decodeEntries({}, Object.entries(fields));
  }

  #create(row: Json): unknown {
    const [name, data] = Array.isArray(row) ? row : [];
    if (typeof name !== 'string' || data === undefined) return this.#damaged();
    if (name === 'text') return data;
    if (name === 'array') return [];
    if (name === 'object') return {};
    const record = Object.hasOwn(RECORDS, name) ? RECORDS[name] : undefined;
    if (record !== undefined) return record.create();
    const container = Object.hasOwn(CONTAINERS, name) ? CONTAINERS[name] : undefined;
    return container === undefined || !Array.isArray(data) ? this.#damaged() : container.create(data);
  }

  #fill(made: unknown, row: Json): void {
    const [name, data] = Array.isArray(row) ? row : [];
    if (typeof name !== 'string' || data === undefined || typeof made !== 'object' || made === null) return;
    const container = CONTAINERS[name];
    if (name === 'array' && Array.isArray(made)) for (const item of toList(data)) made.push(this.#decode(item));
    else if (container !== undefined)
      container.fill(
        made,
        toList(data).map((item) => this.#decode(item)),
      );
    else this.#decodeEntries(made as Fields, this.#entriesOf(data));
  }

  #decode(value: Json): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#decode(item));
    if (!isJsonObject(value)) return this.#damaged();
    return Object.hasOwn(value, '$') ? this.#decodeReference(value) : this.#decodeEntries({}, Object.entries(value));
  }

  #decodeReference(value: JsonObject): unknown {
    const { $: meant = null } = value;
    if (typeof meant === 'number') return meant in this.#made ? this.#made[meant] : this.#damaged();
    if (typeof meant === 'string') return meant === 'undefined' ? undefined : Number(meant);
    return Array.isArray(meant) ? this.#decodePlace(meant) : this.#decodeEntries({}, this.#entriesOf(value));
  }

  /** A task or a level of the program. */
  #decodePlace([kind, at, position]: readonly Json[]): unknown {
    const { levels } = this.#program;
    const level = typeof at === 'number' ? levels[at] : typeof at === 'string' ? levelAt(this.#program, at) : undefined;
    if (level === undefined) return this.#damaged();
    if (kind === 'level') return level;
    const id = typeof position === 'number' ? level.order[position] : undefined;
    return (id === undefined ? undefined : level.tasks.get(id)) ?? this.#damaged();
  }

  #decodeEntries(into: Fields, entries: readonly (readonly [string, Json])[]): Fields {
    for (const [key, value] of entries) {
      const decoded = this.#decode(value);
      // By assignment this key would set the prototype.
      if (key === '__proto__')
        Object.defineProperty(into, key, { value: decoded, enumerable: true, configurable: true, writable: true });
      else into[key] = decoded;
    }
    return into;
  }

  #entriesOf(data: Json): readonly (readonly [string, Json])[] {
    if (!isJsonObject(data)) return this.#damaged() ?? [];
    const { $: own } = data;
    // An object of the user's with the key of a reference.
    const entries = isJsonObject(own) ? own['entries'] : undefined;
    return entries === undefined ? Object.entries(data) : (entries as readonly (readonly [string, Json])[]);
  }

  #damaged(): null {
    this.isDamaged = true;
    return null;
  }
}

function toList(data: Json): readonly Json[] {
  return Array.isArray(data) ? data : [];
}
