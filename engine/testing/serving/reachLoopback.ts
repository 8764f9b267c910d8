import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Reach } from '../../hosts/node/index.ts';
import { readConfig } from '../../serveConfig/index.ts';

/** `signalbox.serve.yaml` of a folder whose workflows may call servers of a test on this computer. */
export const REACH_LOOPBACK = 'reach: { allow: [127.0.0.0/8, "::1"] }\n';

/** Lets workflows of a folder call servers of a test on this computer. */
export function allowLoopback(folder: string): void {
  writeFileSync(path.join(folder, 'signalbox.serve.yaml'), REACH_LOOPBACK);
}

/** What workflows may reach by `signalbox.serve.yaml`; unless it is given, servers of a test on this computer. */
export function readReach(text = REACH_LOOPBACK, ...instead: ReachInstead): Reach {
  const config = readConfig(text);
  if (!config.ok) throw new Error(config.error.map(({ message }) => message).join('\n'));
  return new Reach(config.value.reach, ...instead);
}

type ReachInstead = ConstructorParameters<typeof Reach> extends [unknown, ...infer Rest] ? Rest : never;
