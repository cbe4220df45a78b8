import { landmarkTags } from 'longhand/internal/core'
import { z } from 'zod'
import { signatures } from '../gate/auth.ts'
import { compactSchema } from './compact-schema.ts'
import { address, dollars, named, oneOf, onOrOff, section, someOf, text, texts, tokens, whole } from './leaf.ts'
import { defaultModel, modelsSchema, providersSchema } from './provider-schema.ts'

const serverSchema = section(
  {
    host: text('The name to listen on.'),
    port: z
      .int('a number from 0 to 65535')
      .gte(0, 'a number from 0 to 65535')
      .lte(65_535, 'a number from 0 to 65535')
      .optional()
      .meta({ description: 'The port; the usual one, or the next that is free, when left out.' }),
    hosts: texts('Other host names of the server: those of a proxy in front of it.'),
    proxies: whole('How many of your proxies are in front of it and forward the client address.', 0),
    data: text('The folder of the embedded database and other data.'),
    watchdog: onOrOff('Whether a process whose event loop stays blocked for 45 s ends itself.'),
    drain_seconds: whole('How long running answers have to finish after SIGTERM.', 0),
    not_ready_seconds: whole(
      'The least time that it stays up but not ready after SIGTERM, so that a proxy notices.',
      0,
    ),
    min_free_mb: whole('With less free where the data is, /readyz says that the disk is full.', 0),
    database_connections: whole('Connections to Postgres that a process holds.'),
    statement_timeout_seconds: whole('How long one statement may take in Postgres.'),
    database_url_file: text('A file that only you can read (0600) with the address of a Postgres.'),
  },
  'Where the server listens and keeps its data.',
)

const authSchema = section(
  {
    mode: oneOf(
      ['local', 'jwt'],
      'local: the token of this machine. jwt: tokens of an issuer, checked against its public keys.',
    ),
    session_days: whole('How long a browser stays signed in that does not come back, with local.'),
    issuer: text('The required issuer of tokens.'),
    audience: text('The required audience of tokens.'),
    jwks_url: address('Where the public keys of the issuer are.'),
    algorithms: z
      .array(z.enum(signatures, `one of ${signatures.join(', ')}`), 'a list of algorithms')
      .min(1, 'a list of algorithms')
      .optional()
      .meta({ description: 'The accepted signature algorithms.' }),
  },
  'Who may sign in.',
)

const tokenWindow = z.int('a whole number of tokens').gte(1, 'a whole number of tokens')

const limitsSchema = section(
  {
    requests_per_minute: whole('Requests of one owner.'),
    turns_per_minute: whole('Messages sent by one owner.'),
    compactions_per_minute: whole('Compactions asked for by one owner.'),
    transfers_per_minute: whole('Imports and exports of one owner.'),
    body_bytes: whole('The largest body of a request.'),
    message_bytes: whole('The largest message.'),
    json_depth: whole('How deep JSON may be nested.'),
    live_feeds: whole('Live feeds that one owner may hold open.'),
    shared: onOrOff(
      'Whether turns, compactions, transfers and relayed requests are counted for all processes together.',
    ),
    storage_mb: whole('How much one owner may store; no limit when left out.'),
    dollars_per_month: dollars(
      'How much one owner may spend in a month with the keys of the server; no limit when left out.',
    ),
  },
  'What one owner may ask for.',
)

const relaySchema = section(
  {
    enabled: onOrOff('Whether programs get conversations by their base URL.'),
    keys: oneOf(['both', 'server', 'client'], 'Whose keys their requests are passed on with.'),
    anthropic: text('The provider of a model that names none, for clients of Anthropic.'),
    openai: text('The provider of a model that names none, for clients of OpenAI.'),
    client_windows: named(tokenWindow, 'Windows that programs believe in, by how their user agent begins.'),
    keep_once: onOrOff('Whether what is asked once, such as a title, is kept as a conversation too.'),
    body_bytes: whole('The largest request that is passed on.'),
  },
  'Programs that speak to a provider through this server.',
)

const mcpServer = z.strictObject(
  {
    command: text('The program to start.'),
    args: texts('Its arguments.'),
    env: z
      .record(z.string(), z.string('a text'), 'variables with their values')
      .optional()
      .meta({ description: `Variables for it; \${NAME} is read from the environment.` }),
    url: address('Where the server is, when it runs already.'),
  },
  'a section with command or url',
)

/** What `longhand.config.yaml` may hold. Everything can be left out. */
export const configSchema = z.strictObject({
  model: defaultModel,
  model_auto_compact_token_limit: tokens('The same as compact.token_threshold.'),
  compact_prompt: text('The same as compact.prompt; {messages} stands for the messages.'),
  preserve_count: whole('The same as compact.retention_window.'),
  compact: compactSchema,
  checkpoints: section(
    { landmarks: someOf(landmarkTags, 'The moments at which one is saved automatically.') },
    'Names for places to return to.',
  ),
  providers: providersSchema,
  models: modelsSchema,
  server: serverSchema,
  auth: authSchema,
  limits: limitsSchema,
  relay: relaySchema,
  mcp: section({ servers: named(mcpServer, 'By a name of your own.') }, 'Tools by MCP servers.'),
  log: section(
    {
      level: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'The lowest level that is logged.'),
      audit_file: text('A file for who signed in, and what was deleted, exported and imported.'),
    },
    'Logs.',
  ),
  metrics: section({ enabled: onOrOff('Whether /metrics answers.') }, 'Metrics.'),
})

/** The file as it was read and checked. */
export type ConfigValues = z.infer<typeof configSchema>
