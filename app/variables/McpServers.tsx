import { useState } from 'react';
import { explainMcpServer, setMcpServer } from '#engine/worker';
import { useIsReadOnly, useSession } from '../session/index.ts';
import { setMcpServers } from '../session/workspace/index.ts';
import { PlusIcon } from '../ui/icons.ts';
import { Button, PanelSection, TextField } from '../ui/index.ts';
import { McpServerRow } from './McpServerRow.tsx';
import styles from './VariablesPanel.module.css';

/** The MCP servers of the workspace: each with its address, its headers and, once asked for, its tools. */
export function McpServers() {
  const servers = useSession((state) => state.workspace.mcpServers);
  const isReadOnly = useIsReadOnly() !== null;
  const [draft, setDraft] = useState<string | null>(null);
  const names = servers.map(({ name }) => name);
  const problem = draft === null || draft === '' ? null : explainName(draft, names);
  const finish = () => {
    if (draft !== null && draft !== '' && problem === null)
      setMcpServers(setMcpServer(servers, { name: draft, url: '', headers: [] }));
    setDraft(null);
  };
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
      {draft === null ? (
        <Button
          size="small"
          className={styles.add}
          icon={<PlusIcon />}
          disabled={isReadOnly}
          onClick={() => setDraft('')}
        >
          Add an MCP server
        </Button>
      ) : (
        <div className={styles.new}>
          <TextField
            size="small"
            isMono
            autoFocus
            aria-label="Name of the server"
            placeholder="name"
            value={draft}
            isInvalid={problem !== null}
            onChange={setDraft}
            onBlur={finish}
            onKeyDown={(event) => {
              if (event.key === 'Enter') finish();
              if (event.key === 'Escape') setDraft(null);
            }}
          />
          {problem !== null && <p className={styles.problem}>{problem}</p>}
        </div>
      )}
    </PanelSection>
  );
}

function explainName(name: string, others: readonly string[]): string | null {
  return explainMcpServer({ name, url: 'https://example.com/', headers: [] }, others);
}
