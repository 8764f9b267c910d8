/** Help for what serves workflows, and for what it keeps. */

export const SERVE = `signalbox serve [FOLDER] [options]

Executes the workflows of a folder, the current one when absent, for programs: an HTTP API starts, shows and controls their
runs. Each step is on the disk before the next one begins; unfinished runs continue at the next start. The file
signalbox.serve.yaml in the folder says what runs are given; options take precedence.

  --port N       4700 when absent; 0: any that is free
  --host H       127.0.0.1 when absent: this computer alone. Beyond it each request needs a token: signalbox serve token.
  --restate URL, --restate-admin URL
                 the runs are executed by a Restate cluster, reached there and by its admin API there: see signalbox worker
  --tls-cert FILE, --tls-key FILE
                 serve https with a certificate and its key, in PEM. Both are read again on SIGHUP and when they change.
  --trust-proxy LIST
                 addresses or ranges of proxies, such as 127.0.0.1,10.0.0.0/8, whose X-Forwarded-For is trusted. Needs a
                 token. Can be repeated.
  --authoring    also serve the tools of signalbox mcp for FOLDER, at /mcp/authoring, to tokens with scope admin
  --cors ORIGIN  a site whose pages may use the API. Can be repeated.
  --state DIR    the folder of journals and of what runs keep; .signalbox in FOLDER when absent. One server has it.
  --files DIR    where runs write files, with a folder for each workflow; when absent, files in the state folder
  --active N     runs at work at a time; 8 for each core when absent. One that only waits for a signal or a time is not
                 at work.
  --queue N      runs that wait for their turn at most, 10000 when absent; further starts are refused
  --drain TIME   how long calls under way may take when the server is stopped, 30s when absent
  --log text|json
                 the format of the log on standard error; when absent, text at a terminal and JSON lines elsewhere
  --repeat ask|yes|no
                 what happens to calls that may have arrived before a crash: with ask, when absent, their run is paused
                 until somebody resumes it with an answer
  --env, --env-file, --secret, --plain, --allow, --allow-content, --mcp, --header
                 as those of signalbox run; see there

Exit code: 0 when stopped by Ctrl-C or SIGTERM, 2 if it cannot start, 3 if another process serves the state folder.
`;

export const TOKEN = `signalbox serve token [FOLDER] --name NAME [--scope read|run|admin] [--expires 90d]
                      [--workflow 'orders/*'] [--rate 10/s]
signalbox serve token [FOLDER] --list
signalbox serve token [FOLDER] --revoke ID

Makes a token for the API of a folder that is served, the current one when absent, and prints it: this once, for only its
hash is kept. Once there is a token, each request needs one. A server that runs sees a change within a second.

  --name NAME     who will use it, to tell them apart
  --scope SCOPE   read: see runs. run, the default: also start, signal, pause, resume, cancel and retry them, and control schedules.
                  admin: also remove runs, read the audit log, and use the tools of --authoring.
  --expires TIME  after which it is no longer valid, such as 90d; else it does not expire
  --workflow NAME only runs of this workflow; * matches any characters. Can be repeated. To the token, other workflows
                  and their runs do not exist. The audit log and the metrics of the server are refused.
  --rate N/s      at most N starts and other changes each second, or with /m each minute, or with /h each hour
  --list          show them: id, scope, times, name and limits
  --revoke ID     take one away
  --state DIR     the state folder of the server; else .signalbox in FOLDER

Exit code: 0 when it is done, 1 where there is no token to revoke, 2 where the tokens cannot be read or written.
`;

export const PRUNE = `signalbox prune [FOLDER] [--keep-runs N] [--keep-days N] [--dry-run] [--state DIR]

Removes ended runs of a served folder, with their journals and the runs that they started, and says how many.
Without options, it applies keep of signalbox.serve.yaml, as a running server does by itself. Unfinished runs are never
removed. The server must not be running.

  --keep-runs N  keep the newest N; N is at least 1
  --keep-days N  keep runs that ended in the last N days
  --dry-run      print the ids of the runs that would be removed, oldest first, without removing any
  --state DIR    the state folder; .signalbox in the folder when absent

Exit code: 0 when done, 2 if it failed, 3 if a server is using the state folder.
`;

export const BACKUP = `signalbox backup COPY [FOLDER] [--state DIR]

Copies the runs of a served folder, the current one when absent, to a new folder COPY, even while the server runs: their
journals, schedules, tokens, and what core:kv and memories keep. The copy is in the state that a crash at that moment would
leave. It does not contain the workflows themselves.

  --state DIR  the state folder; .signalbox in the folder when absent

Exit code: 0 when the copy is complete, 2 if no copy was made.
`;

export const RESTORE = `signalbox restore COPY [FOLDER] [--state DIR]

Restores a copy made by signalbox backup into a folder that has no runs yet. When the folder is served, unfinished runs
continue from the copy: what they did after it is done again, except calls that --repeat holds back as cut off.

  --state DIR  the state folder; .signalbox in the folder when absent

Exit code: 0 when done, 2 if it failed, 3 if a server is using the state folder.
`;

export const WORKER = `signalbox worker [FOLDER] [--restate-admin URL] [options]

Executes runs for a Restate cluster: it listens for requests of the cluster, with a folder, the current one when absent, for
the files that runs read and write. As many workers as are wanted do so side by side, each with the same folder and the same
variables. Memories and the values of core:kv are in the state folder: workers share them where they share that.

  --restate-admin URL  register this worker with the cluster, such as http://127.0.0.1:9070; else register it with restatectl
  --restate URL        where the cluster takes calls, such as http://127.0.0.1:8080. When the worker starts, it resumes runs
                       that were blocked for lack of something it has, such as a secret
  --advertise URL      the address under which the cluster reaches this worker, or a balancer before several of them; else
                       that it listens at
  --api URL            an address of the API of the cluster (signalbox serve --restate). Can be repeated. Runs reach it only if
                       reach allows it, and those that start each other through it are at most 8
  --port N             listen at this port instead of 9080; 0 takes any that is free
  --host HOST          listen at this address instead of 127.0.0.1
  --identity KEY       the public key that the cluster signs its requests with. Can be repeated. Without one, every request
                       is taken: omit it only where no one else can reach the worker.
  --metrics [HOST:]PORT
                       serve GET /metrics here: how many calls the rules of reach refused. Without HOST at 127.0.0.1; elsewhere it
                       needs a token of the state folder (signalbox serve token)
  --state DIR          the state folder; else .signalbox in FOLDER
  --files DIR          where runs write files, with a folder for each workflow; else files in the state folder. Let workers
                       share it if runs of one workflow need each other's files.
  --env, --env-file, --secret, --plain, --allow, --allow-content, --mcp, --header, --repeat
                       as for signalbox run. Values of secrets are never sent to the cluster: each worker has its own.

Exit code: 0 when stopped by Ctrl-C, 2 if it cannot start.
`;
