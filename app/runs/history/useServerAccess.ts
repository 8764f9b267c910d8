import { useEffect, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { readServer, type ServerAccess } from '../../session/servers/index.ts';
import type { AccessOf } from './actOnRows.ts';

/** What the tokens of all servers may do, as far as these have said so. */
export function useServerAccess(): AccessOf {
  const servers = useSession((state) => state.workspace.servers);
  const [access, setAccess] = useState<AccessOf>(new Map<string, ServerAccess>());
  useEffect(() => {
    let isCurrent = true;
    for (const server of servers)
      void readServer(server).then((state) => {
        const told = state.ok ? state.value?.access : undefined;
        if (isCurrent && told !== undefined) setAccess((known) => new Map(known).set(server.address, told));
      });
    return () => {
      isCurrent = false;
    };
  }, [servers]);
  return access;
}
