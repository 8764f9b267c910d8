import { useState } from 'react';
import { explainMcpServer, setMcpServer } from '#engine/worker';
import { useIsReadOnly, useSession } from '../session/index.ts';
import { setMcpServers } from '../session/workspace/index.ts';
import { PlusIcon } from '../ui/icons.ts';
import { Button, PanelSection } from '../ui/index.ts';
import { McpServerRow } from './McpServerRow.tsx';
import { NewName } from './NewName.tsx';
import styles from './VariablesPanel.module.css';

/** The MCP servers of the workspace: each with its address, its headers and, once asked for, its tools. */
export function McpServers() {
  const servers = useSession((state) => state.workspace.mcpServers);
  const isReadOnly = useIsReadOnly() !== null;
  const [isAdding, setIsAdding] = useState(false);
  const names = servers.map(({ name }) => name);
  return (
    <PanelSection title="MCP servers">
      <p className={styles.hint}>
        Their tools are added to a workflow as tasks, and written <code>mcp:server/tool</code>.
      </p>
      <ul className={styles.list}>
        {servers.map((server) => (
          <McpServerRow
            key={server.name}
            server={server}
            isReadOnly={isReadOnly}
            onChange={(changed) => setMcpServers(setMcpServer(servers, changed))}
            onRemove={() => setMcpServers(servers.filter((other) => other !== server))}
          />
        ))}
      </ul>
      {isAdding ? (
        <NewName
          label="Name of the server"
          placeholder="name"
          explain={(name) => explainName(name, names)}
          onDone={(name) => {
            setIsAdding(false);
            if (name !== null) setMcpServers(setMcpServer(servers, { name, url: '', headers: [] }));
          }}
        />
      ) : (
        <Button
          size="small"
          className={styles.add}
          icon={<PlusIcon />}
          disabled={isReadOnly}
          onClick={() => setIsAdding(true)}
        >
          Add an MCP server
        </Button>
      )}
    </PanelSection>
  );
}

function explainName(name: string, others: readonly string[]): string | null {
  return explainMcpServer({ name, url: 'https://example.com/', headers: [] }, others);
}
