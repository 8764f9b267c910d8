import { useState } from 'react';
import { explainMcpServer, type McpServer, setMcpServer } from '#engine/worker';
import { useIsReadOnly, useSession } from '../session/index.ts';
import { listServerTools, setMcpServers } from '../session/workspace/index.ts';
import { PlugIcon, PlusIcon } from '../ui/icons.ts';
import { Badge, Button, IconButton, PanelSection, TextField } from '../ui/index.ts';
import { findServerNames } from './findEnvNames.ts';
import { McpHeaders } from './McpHeaders.tsx';
import { EntryHead, NewName } from './SecretRow.tsx';
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

interface McpServerRowProps {
  readonly server: McpServer;
  readonly isReadOnly: boolean;
  readonly onChange: (server: McpServer) => void;
  readonly onRemove: () => void;
}

/** One server: where it is, what is sent along, and the tools it has, or why they could not be listed. */
function McpServerRow({ server, isReadOnly, onChange, onRemove }: McpServerRowProps) {
  const { name, url, headers } = server;
  const tools = useSession((state) => state.workspace.mcpTools.get(name));
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** A header without a name yet does not count. */
  const [draft, setDraft] = useState(false);
  const variables = useSession((state) => state.workspace.variables);
  const missing = findServerNames([server]).find((read) => !variables.some((variable) => variable.name === read));
  const broken = url === '' ? null : explainMcpServer(server, []);
  const unset = missing === undefined ? null : `${missing} is not set. Set it above, under “Used here, not set”.`;
  const problem = broken ?? unset;
  const change = (changed: Partial<McpServer>) => {
    setFailure(null);
    onChange({ ...server, ...changed });
  };
  async function ask() {
    setIsAsking(true);
    const answer = await listServerTools(server);
    setIsAsking(false);
    setFailure(typeof answer === 'string' ? answer : null);
  }
  return (
    <li className={styles.row}>
      <EntryHead name={name} removeLabel={`Delete the server ${name}`} isReadOnly={isReadOnly} onRemove={onRemove}>
        {tools !== undefined && <Badge tone="tool">{tools.length === 1 ? '1 tool' : `${tools.length} tools`}</Badge>}
        <IconButton
          size="small"
          label={`Add a header to ${name}`}
          icon={<PlusIcon />}
          disabled={isReadOnly || draft}
          onClick={() => setDraft(true)}
        />
      </EntryHead>
      <TextField
        size="small"
        isMono
        aria-label={`Address of ${name}`}
        placeholder="https://example.com/mcp"
        value={url}
        isInvalid={broken !== null}
        disabled={isReadOnly}
        onCommit={(text) => change({ url: text.trim() })}
      />
      <McpHeaders
        server={name}
        headers={headers}
        hasDraft={draft}
        isReadOnly={isReadOnly}
        onChange={(changed) => {
          setDraft(false);
          change({ headers: changed });
        }}
        onGiveUp={() => setDraft(false)}
      />
      {problem !== null && <p className={styles.problem}>{problem}</p>}
      <p className={styles.act}>
        <Button
          size="small"
          icon={<PlugIcon />}
          isBusy={isAsking}
          disabled={url === '' || problem !== null}
          onClick={() => void ask()}
        >
          {tools === undefined ? 'Show tools' : 'Ask again'}
        </Button>
      </p>
      {failure !== null && (
        <p role="alert" className={styles.problem}>
          {failure}
        </p>
      )}
      {tools !== undefined && failure === null && (
        <ul aria-label={`Tools of ${name}`} className={styles.tools}>
          {tools.length === 0 && <li>This server has no tools.</li>}
          {tools.map((tool) => (
            <li key={tool.name}>
              <code>{`mcp:${name}/${tool.name}`}</code>
              {tool.description !== '' && <span>{tool.description}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
