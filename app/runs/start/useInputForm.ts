import { useState } from 'react';
import { ok } from '#engine';
import type { Workflow } from '#engine/model';
import { isJsonObject, type Json, type JsonObject, toJson } from '#engine/values';
import { closeDialog, openFile, session } from '../../session/index.ts';
import {
  findInputProblems,
  lastInput,
  lastTaskInput,
  type RunFormSubject,
  startPart,
  startRun,
} from '../../session/run/index.ts';
import { startOn } from '../../session/servedRuns/index.ts';
import { serverAt } from '../../session/servers/index.ts';
import { type FieldErrors, NO_ERRORS, toFieldErrors } from '../form/toFieldErrors.ts';
import { allowsMore, defaultInput, type FormField, initialInput, toFields, withMember } from '../form/toFields.ts';
import { parseJson } from '../parts/parseJson.ts';

/** The form that starts a run: its values, as fields and as text, and what can be done with them. */
export interface InputForm {
  /** Null where the schema names no fields. */
  readonly fields: readonly FormField[] | null;
  readonly values: JsonObject;
  readonly isText: boolean;
  /** False where the file declares no input and reads none: nothing is asked for. */
  readonly isAsked: boolean;
  /** Asks for one nevertheless. */
  readonly ask: () => void;
  readonly text: string;
  readonly simulate: boolean;
  /** The whole input of the one task that runs, as JSON; null where more runs. */
  readonly taskText: string | null;
  readonly taskError: string | undefined;
  readonly setTaskText: (text: string) => void;
  /** What is wrong with a field, by the JSON Pointer to its value. */
  readonly errors: FieldErrors['fields'];
  /** What is wrong with the whole. */
  readonly error: string | null;
  /** Whether the values differ from the defaults. */
  readonly isChanged: boolean;
  readonly isChecking: boolean;
  /** How often the values were replaced as a whole: fields that keep a draft start afresh with it. */
  readonly resets: number;
  readonly setField: (name: string, value: Json | undefined) => void;
  readonly setText: (text: string) => void;
  readonly setSimulate: (simulate: boolean) => void;
  /** From fields to JSON, or back where the text is JSON. */
  readonly turn: () => void;
  readonly reset: () => void;
  /** Checks the input and starts the run, or shows what is wrong. */
  readonly submit: () => void;
}

/** Keeps the form of a file's input; it starts from the file's last input. */
export function useInputForm(subject: RunFormSubject, workflow: Workflow): InputForm {
  const { path, aim } = subject;
  const schema = workflow.inputSchema === null ? null : toJson(workflow.inputSchema);
  const fields = toFields(schema);
  const defaults = fields ? defaultInput(fields) : {};
  const [input, setInput] = useState<Json>(() => {
    const last = lastInput(path) ?? null;
    return fields ? initialInput(fields, last, allowsMore(schema)) : (last ?? {});
  });
  const [isText, setIsText] = useState(fields === null);
  const [isAsked, setIsAsked] = useState(() => asksForInput({ workflow, text: textOf(path), last: input }));
  const [text, setText] = useState(() => format(input));
  const [simulate, setSimulate] = useState(false);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [isChecking, setIsChecking] = useState(false);
  const [resets, setResets] = useState(0);
  const [taskText, setTaskText] = useState(() =>
    aim?.kind === 'only' ? format(lastTaskInput(session.getState(), path, aim.taskId) ?? {}) : null,
  );
  const taskInput = taskText === null ? null : parseJson(taskText);
  const given = isText ? readText(text) : ok(input);
  const values = isJsonObject(input) ? input : {};

  const start = async (value: Json): Promise<void> => {
    if (isChecking) return;
    const { runOn } = session.getState().workspace;
    const server = aim === null && runOn !== null ? serverAt(runOn) : undefined;
    setIsChecking(true);
    if (server !== undefined) {
      // It checks the input by the text that it has itself.
      const problem = await startOn(server, path, value);
      setIsChecking(false);
      if (problem === null) return closeDialog();
      const wrong = toFieldErrors(problem.errors, isText ? [] : (fields ?? []));
      return setErrors(problem.errors.length === 0 ? { ...NO_ERRORS, other: problem.message } : wrong);
    }
    const problems = await findInputProblems(path, value);
    setIsChecking(false);
    setErrors(toFieldErrors(problems, isText ? [] : (fields ?? [])));
    const { view, run } = session.getState();
    if (problems.length > 0 || view.dialog !== 'run-form' || run.form !== subject) return;
    closeDialog();
    // Another file may have been opened behind the form: the run is shown on its own.
    openFile(path);
    if (aim === null) void startRun(value, { path, simulate });
    else
      void startPart(aim, {
        path,
        input: value,
        simulate,
        ...(taskInput?.ok === true ? { taskInput: taskInput.value } : {}),
      });
  };
  const replace = (value: Json): void => {
    setInput(value);
    setText(format(value));
    setErrors(NO_ERRORS);
    setResets(resets + 1);
  };
  const showError = (other: string): void => setErrors({ ...NO_ERRORS, other });

  return {
    fields,
    values,
    isText,
    isAsked,
    ask: () => setIsAsked(true),
    text,
    simulate,
    taskText,
    taskError: taskInput?.ok === false ? taskInput.error : undefined,
    setTaskText,
    errors: errors.fields,
    error: errors.other,
    isChanged: given.ok && format(given.value) !== format(defaults),
    isChecking,
    resets,
    setField: (name, value) => {
      setErrors(NO_ERRORS);
      setInput(withMember(values, name, value));
    },
    setText: (next) => {
      setErrors(NO_ERRORS);
      setText(next);
    },
    setSimulate,
    turn: () => {
      if (!given.ok) return showError(given.error);
      replace(given.value);
      setIsText(!isText);
    },
    reset: () => replace(defaults),
    submit: () => {
      if (given.ok) void start(given.value);
      else showError(given.error);
    },
  };
}

function textOf(path: string): string {
  return session.getState().document.workspace.files.get(path) ?? '';
}

function format(value: Json): string {
  return JSON.stringify(value, null, 2);
}

function readText(text: string): ReturnType<typeof parseJson> {
  return text.trim() === '' ? ok({}) : parseJson(text);
}

/** What decides whether a run of a file is asked for an input. */
interface InputQuestion {
  readonly workflow: Workflow;
  readonly text: string;
  /** The input of its last run. */
  readonly last: Json | undefined;
}

/** Whether a file declares inputs, may read some that it does not declare, itself or in what it imports, or was given some before. */
export function asksForInput({ workflow: { inputSchema }, text, last }: InputQuestion): boolean {
  const hasFields = inputSchema !== null && toFields(toJson(inputSchema)) !== null;
  return hasFields || /\b(?:input|import)\b/.test(text) || JSON.stringify(last ?? {}) !== '{}';
}
