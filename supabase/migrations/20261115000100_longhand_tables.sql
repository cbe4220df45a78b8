-- A conversation is a pointer into an append-only tree. Only pointers, jobs and names are ever updated.
-- Bodies are `json`, not `jsonb`: they come back byte for byte, key order and \u0000 included.
create schema longhand;

create table longhand.projects (
  id         uuid primary key,
  owner      uuid not null,
  name       text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (id, owner)
);
create index projects_owner on longhand.projects (owner);

create table longhand.conversations (
  id           uuid primary key,
  owner        uuid not null,
  kind         text not null check (kind in ('chat', 'officer')),
  project      uuid,
  title        text,
  model        text,
  settings     json not null,
  -- The head: its place, and the running values of the entry there.
  line         int not null default 0,
  depth        int not null default 0,
  entry        text,
  number       int not null default 0,
  turns        int not null default 0,
  tokens       bigint not null default 0,
  compaction   text,
  undone       text,
  preview_role text,
  preview      text,
  status       json,
  epoch        int not null default 0,
  version      bigint not null default 1,
  -- Counters that name the next line and checkpoint, and what the entries take.
  lines        int not null default 0,
  checkpoints  int not null default 0,
  bytes        bigint not null default 0,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  deleted_at   timestamptz,
  -- Set while an import is writing: the conversation is invisible until it is complete. Of several imports of one
  -- conversation the last to start writes it (`import`); the others fail and write nothing.
  importing    boolean not null default false,
  import       uuid,
  unique (id, owner),
  foreign key (project, owner) references longhand.projects (id, owner) on delete cascade
) with (fillfactor = 70);
create index conversations_recent on longhand.conversations (owner, updated_at desc, id desc);
create index conversations_changed on longhand.conversations (updated_at);
create unique index conversations_one_officer on longhand.conversations (project) where kind = 'officer';

-- A line starts when someone writes after going back; it shares its parent's entries up to the fork.
create table longhand.lines (
  conversation uuid not null,
  line         int not null,
  owner        uuid not null,
  parent       int,
  forked       int not null,
  tip          int not null,
  at           timestamptz not null,
  primary key (conversation, line),
  foreign key (conversation, owner) references longhand.conversations (id, owner) on delete cascade
) with (fillfactor = 70);

-- The ancestry of a line, flattened: reading a branch is a few index ranges, never a recursion.
create table longhand.segments (
  conversation uuid not null,
  line         int not null,
  lo           int not null,
  hi           int not null,
  source       int not null,
  owner        uuid not null,
  primary key (conversation, line, lo),
  foreign key (conversation, owner) references longhand.conversations (id, owner) on delete cascade
);

-- Every depth of a branch holds one entry. Running values make any place and any range readable without its past.
create table longhand.entries (
  conversation uuid not null,
  line         int not null,
  depth        int not null,
  owner        uuid not null,
  id           text not null,
  type         text not null check (type in ('message', 'compaction', 'undo', 'redo', 'protection')),
  number       int not null,             -- messages up to here
  turns        int not null,             -- user messages up to here
  sum          bigint not null,          -- tokens of messages up to here
  in_force     int,                      -- depth of the compaction that the view reads from here
  undone       int[],                    -- depths of compactions that redo would bring back, the next one last
  tokens       int not null default 0,
  role         text,
  preview      text,
  ref          text,                     -- what an undo or redo names, the base of a compaction
  version      int,                      -- of a compaction
  hidden       int4multirange,           -- depths that a compaction takes out of the view
  span         int4range,                -- depths that a protection is about
  action       text,
  body         json not null,
  about        json,
  at           timestamptz not null,
  primary key (conversation, line, depth),
  foreign key (conversation, owner) references longhand.conversations (id, owner) on delete cascade
);
create unique index entries_once on longhand.entries (conversation, id);
create index entries_numbered on longhand.entries (conversation, line, number) where type = 'message';
create index entries_protections on longhand.entries (conversation, line, depth) where type = 'protection';

-- What search looks through. Apart from the entries, so that reading them stays light.
create table longhand.words (
  conversation uuid not null,
  line         int not null,
  depth        int not null,
  owner        uuid not null,
  words        tsvector not null,
  primary key (conversation, line, depth),
  foreign key (conversation, owner) references longhand.conversations (id, owner) on delete cascade
);
-- A short pending list: many small merges instead of a rare long pause.
create index words_found on longhand.words using gin (words) with (gin_pending_list_limit = 256);

-- A compaction as job and as record.
create table longhand.compactions (
  conversation uuid not null,
  id           text not null,
  owner        uuid not null,
  status       text not null check (status in ('pending', 'running', 'ready', 'done', 'failed', 'cancelled', 'rejected')),
  line         int not null,
  depth        int not null,
  base         text,
  epoch        int not null,
  span         int4range not null,
  plan         json not null,
  attempt      int not null default 0,
  worker       text,
  lease_until  timestamptz,
  draft        json,
  receipt      json,
  reason       text,
  at           timestamptz not null,
  ended_at     timestamptz,
  deaths       int not null default 0,   -- workers that went silent while the job was theirs
  primary key (conversation, id),
  foreign key (conversation, owner) references longhand.conversations (id, owner) on delete cascade
);
create unique index compactions_one_live on longhand.compactions (conversation) where status in ('pending', 'running', 'ready');
create index compactions_due on longhand.compactions (at) where status in ('pending', 'running', 'ready');

-- An answer while it is written, and how it ended.
create table longhand.turns (
  conversation uuid not null,
  id           text not null,
  owner        uuid not null,
  status       text not null check (status in ('running', 'done', 'stopped', 'failed', 'interrupted')),
  attempt      int not null default 1,
  worker       text not null,
  lease_until  timestamptz,
  stop         boolean not null default false,
  request      json not null,
  parts        json not null,
  started_at   timestamptz not null,
  ended_at     timestamptz,
  deaths       int not null default 0,
  number       int,                      -- in the order in which they began, whatever the clock did
  primary key (conversation, id),
  foreign key (conversation, owner) references longhand.conversations (id, owner) on delete cascade
) with (fillfactor = 50);
create unique index turns_one_running on longhand.turns (conversation) where status = 'running';
create index turns_due on longhand.turns (lease_until) where status = 'running';
create index turns_in_order on longhand.turns (conversation, number);

create table longhand.checkpoints (
  conversation uuid not null,
  id           int not null,
  owner        uuid not null,
  kind         text not null check (kind in ('manual', 'automatic', 'before-compaction', 'before-restore')),
  label        text not null,
  tags         text[] not null,
  line         int not null,
  depth        int not null,
  number       int not null,
  model        text,
  used         bigint not null,
  compaction   int not null,
  at           timestamptz not null,
  primary key (conversation, id),
  foreign key (conversation, owner) references longhand.conversations (id, owner) on delete cascade
);
create index checkpoints_age on longhand.checkpoints (at);

create table longhand.runs (
  owner        uuid not null,
  id           text not null,
  conversation uuid not null,
  client       text not null check (client in ('server', 'terminal', 'web')),
  lost         boolean not null default false,
  started_at   timestamptz not null,
  seen_at      timestamptz not null,
  primary key (owner, id),
  foreign key (conversation, owner) references longhand.conversations (id, owner) on delete cascade
);

create table longhand.memories (
  conversation uuid primary key,
  owner        uuid not null,
  text         text not null,
  words        tsvector not null,
  at           timestamptz not null,
  foreign key (conversation, owner) references longhand.conversations (id, owner) on delete cascade
);
-- One memory for each conversation: an owner's are few, so no index over the words of everyone's.
create index memories_newest on longhand.memories (owner, at desc);

-- What was learnt about a model, whether a breaker is open.
create table longhand.states (
  owner uuid not null,
  kind  text not null check (kind in ('calibration', 'breaker')),
  name  text not null,
  state json not null,
  at    timestamptz not null,
  primary key (owner, kind, name)
);
