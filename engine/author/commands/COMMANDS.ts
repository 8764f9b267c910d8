import type { Command } from './Command.ts';
import { FIELD_COMMANDS } from './fieldCommands.ts';
import { FLOW_COMMANDS } from './flowCommands.ts';
import { RESOURCE_COMMANDS } from './resourceCommands.ts';
import { TASK_COMMANDS } from './taskCommands.ts';
import { TEXT_COMMANDS } from './textCommands.ts';

/** Every command that a proposal can have, by name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ...Object.entries(TASK_COMMANDS),
  ...Object.entries(FLOW_COMMANDS),
  ...Object.entries(FIELD_COMMANDS),
  ...Object.entries(RESOURCE_COMMANDS),
  ...Object.entries(TEXT_COMMANDS),
]);
