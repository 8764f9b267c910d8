import { useState } from 'react';
import { explainMcpServer, type McpServer, type McpTool, setMcpServer } from '#engine/worker';
import { listServerTools, setMcpServers, useIsReadOnly, useSession } from '../session/index.ts';
import { PlusIcon, Trash2Icon } from '../ui/icons.ts';
import { Button, IconButton, PanelSection, TextField } from '../ui/index.ts';
import styles from './VariablesPanel.module.css';

/** The MCP servers of the workspace: each with its address, its headers and, once asked for, its tools. */
export function McpServers() {
  const servers = useSession((state) => state.mcpServers);
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
      <ul className={styles.list}>
        {servers.map((server) => (
          <ServerRow
            key={server.name}
            server={server}
            isReadOnly={isReadOnly}
            onChange={(changed) => setMcpServers(setMcpServer(servers, changed))}
            onRemove={() => setMcpServers(servers.filter((other) => other !== server))}
          />
        ))}
      </ul>
      {draft === null ? (
        <Button size="small" icon={<PlusIcon />} disabled={isReadOnly} onClick={() => setDraft('')}>
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

interface ServerRowProps {
  readonly server: McpServer;
  readonly isReadOnly: boolean;
  readonly onChange: (server: McpServer) => void;
  readonly onRemove: () => void;
}

function ServerRow({ server, isReadOnly, onChange, onRemove }: ServerRowProps) {
  const { name, url, headers } = server;
  const [answer, setAnswer] = useState<readonly McpTool[] | string | null>(null);
  const problem = url === '' ? null : explainMcpServer(server, []);
  const ask = async () => {
    setAnswer('Asking…');
    setAnswer(await listServerTools(server));
  };
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <code className={styles.name}>{name}</code>
        <Button size="small" disabled={url === '' || problem !== null} onClick={() => void ask()}>
          Show tools
        </Button>
        <IconButton
          size="small"
          label={`Delete the server ${name}`}
          icon={<Trash2Icon />}
          disabled={isReadOnly}
          onClick={onRemove}
        />
      </div>
      <TextField
        size="small"
        isMono
        aria-label={`Address of ${name}`}
        placeholder="https://example.com/mcp"
        value={url}
        isInvalid={problem !== null}
        disabled={isReadOnly}
        onCommit={(text) => onChange({ ...server, url: text.trim() })}
      />
      <TextField
        size="small"
        isMono
        aria-label={`Headers of ${name}`}
        placeholder="Authorization: Bearer {{ env.TOKEN }}"
        value={headers.map(([header, value]) => `${header}: ${value}`).join('; ')}
        disabled={isReadOnly}
        onCommit={(text) => onChange({ ...server, headers: readHeaders(text) })}
      />
      {problem !== null && <p className={styles.problem}>{problem}</p>}
      {typeof answer === 'string' && <p className={styles.problem}>{answer}</p>}
      {answer !== null && typeof answer !== 'string' && (
        <ul aria-label={`Tools of ${name}`} className={styles.list}>
          {answer.map((tool) => (
            <li key={tool.name} title={tool.description}>
              <code>{`mcp:${name}/${tool.name}`}</code>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** `Name: value`, several of them apart by `;`. */
function readHeaders(text: string): McpServer['headers'] {
  return text.split(/;\s*(?=[\w-]+:)/).flatMap((part) => {
    const colon = part.indexOf(':');
    return colon < 1 ? [] : [[part.slice(0, colon).trim(), part.slice(colon + 1).trim()] as const];
  });
}
