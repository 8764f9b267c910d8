import type { Path } from '#engine';
import { readField } from '#engine/edit';
import { isDataMap } from '#engine/values';
import { activeAnalysis } from '../../session/index.ts';
import type { Completer } from '../../ui/index.ts';

/** Completes the code of a task: `input`, and the keys that it is given. @param path of the code */
export function scriptCompleter(path: Path): Completer {
  return (text, caret) => {
    const analysis = activeAnalysis('own');
    const given = analysis === null ? undefined : readField(analysis.syntax, [...path.slice(0, -1), 'input']);
    return completeScript(text, caret, isDataMap(given) ? [...given.keys()] : []);
  };
}

/** Suggestions at a caret in code that reads `input`. @param keys of `input` */
export function completeScript(text: string, caret: number, keys: readonly string[]): ReturnType<Completer> {
  const before = text.slice(0, caret);
  const member = /(?:^|[^\w$.])input\.([\w$]*)$/.exec(before);
  const word = /(?:^|[^\w$.])([\w$]*)$/.exec(before)?.[1] ?? '';
  const typed = member?.[1] ?? word;
  const names = member ? keys.filter((key) => /^[A-Za-z_$][\w$]*$/.test(key)) : word === '' ? [] : ['input'];
  return names
    .filter((name) => name !== typed && name.toLowerCase().startsWith(typed.toLowerCase()))
    .map((name) => ({
      label: name,
      detail: member ? 'from with.input' : 'what the task gives it',
      documentation: '',
      insert: name,
      start: caret - typed.length,
      end: caret,
    }));
}
