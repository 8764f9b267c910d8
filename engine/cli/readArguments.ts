import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The options and the other arguments of a command. Throws an error of Node's, which {@link describeMisuse} says in one sentence. */
export function readArguments<const Given extends Options>(args: readonly string[], options: Given) {
  return parseArgs({ args: [...args], allowPositionals: true, options });
}

/** One sentence on what is wrong with an option; Node's messages take several lines. */
export function describeMisuse(error: unknown, topic: string): string {
  if (!(error instanceof Error)) return String(error);
  const option = /'(-[^' ]*)/.exec(error.message)?.[1] ?? '';
  switch ('code' in error ? error.code : null) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return `There is no option ${option} of signalbox ${topic}. For a file of that name, write ./${option}.`;
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return error.message.includes('does not take')
        ? `${option} takes no value.`
        : `${option} needs a value. One that begins with a dash is written ${option}=-1.`;
    default:
      return error.message;
  }
}
