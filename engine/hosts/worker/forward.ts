import { loadYaml } from '../../syntax/index.ts';

/** Names of the methods of a part that answer with promises. */
type AsyncMethod<Part> = {
  [Name in keyof Part]: Part[Name] extends (...args: never) => Promise<unknown> ? Name : never;
}[keyof Part];

/** Loads a part with the first call, and what lets it read any text; after a load that failed, the next call tries again. */
export function openOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | null = null;
  return () => {
    part ??= Promise.all([load(), loadYaml()]).then(([opened]) => opened);
    part.catch(() => (part = null));
    return part;
  };
}

/** Methods of a part that is there, by name. */
export function forward<Part extends object, const Name extends AsyncMethod<Part>>(
  part: Part,
  names: readonly Name[],
): Pick<Part, Name> {
  return toMethods<Part, Name>(
    names,
    (name) =>
      (...args) =>
        call(part, name, args),
  );
}

/** Methods of a part, by name, each of which opens it first. */
export function forwardTo<Part extends object, const Name extends AsyncMethod<Part>>(
  open: () => Promise<Part>,
  names: readonly Name[],
): Pick<Part, Name> {
  return toMethods<Part, Name>(
    names,
    (name) =>
      (...args) =>
        open().then((part) => call(part, name, args)),
  );
}

function toMethods<Part, Name extends keyof Part>(
  names: readonly Name[],
  toMethod: (name: Name) => (...args: readonly unknown[]) => Promise<unknown>,
): Pick<Part, Name> {
  // Each method takes and answers with what the one of its name does.
  return Object.fromEntries(names.map((name) => [name, toMethod(name)])) as Pick<Part, Name>;
}

function call<Part extends object>(part: Part, name: AsyncMethod<Part>, args: readonly unknown[]): Promise<unknown> {
  // By its name it is a method that answers with a promise.
  return Reflect.apply(part[name] as (...args: readonly unknown[]) => Promise<unknown>, part, args);
}
