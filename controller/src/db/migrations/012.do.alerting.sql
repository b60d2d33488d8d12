-- Alerts: whom to tell (contacts, teams), what was told, and what was noticed already.

create table contacts (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  workspace_id bigint not null references workspaces (id) on delete cascade,
  name text not null,
  -- By channel what is needed to reach it; secrets are sealed.
  addresses jsonb not null,
  -- A test reached it on every channel it has.
  verified boolean not null default false,
  created_at timestamptz not null
);
create unique index contacts_name on contacts (workspace_id, lower(name));
create index contacts_listing on contacts (workspace_id, created_at desc, id desc);

-- Members and contacts are named by their ids, as in monitors.alerts.
create table teams (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  workspace_id bigint not null references workspaces (id) on delete cascade,
  name text not null,
  member_ids text[] not null,
  contact_ids text[] not null,
  -- [{ afterMinutes, memberIds, contactIds }], the earliest first.
  escalation jsonb not null,
  created_at timestamptz not null
);
create unique index teams_name on teams (workspace_id, lower(name));
create index teams_listing on teams (workspace_id, created_at desc, id desc);

-- One row for each recipient and channel of what people are told: the history, and the state of its
-- delivery.
create table alerts (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  workspace_id bigint not null references workspaces (id) on delete cascade,
  -- The history outlives the monitor, so that it keeps what the monitor was called.
  monitor_id integer references monitors (id) on delete set null,
  monitor_public_id text,
  monitor_name text,
  outage_id text,
  kind text not null,
  channel text not null,
  recipient_type text not null,
  recipient_id text not null,
  recipient_name text not null,
  -- What makes it the same alert to the same recipient: planning again adds nothing.
  delivery_key text not null unique,
  state text not null,
  suppressed_by text,
  -- The monitor whose failure holds it back.
  dependency_id text,
  attempts integer not null default 0,
  error text,
  title text not null,
  text text not null,
  -- What is sent, in the form every channel makes its own of.
  message jsonb not null,
  -- What happened, as it was announced: what is held back may have to be planned again.
  event jsonb not null,
  created_at timestamptz not null,
  queued_at timestamptz,
  -- When it is to be tried next; null when it is not queued.
  due_at timestamptz,
  -- Since when a worker is sending it.
  sending_since timestamptz,
  sent_at timestamptz,
  -- When it went into a digest.
  digested_at timestamptz
);
create index alerts_listing on alerts (workspace_id, created_at desc, id desc);
create index alerts_monitor on alerts (monitor_id);
create index alerts_outage on alerts (outage_id) where outage_id is not null;
create index alerts_due on alerts (due_at) where state = 'queued';
create index alerts_undigested on alerts (monitor_id) where suppressed_by = 'flapping' and digested_at is null;
create index alerts_old on alerts (created_at);

-- Which thresholds of which certificate were told.
create table tls_notices (
  monitor_id integer not null references monitors (id) on delete cascade,
  expires_at timestamptz not null,
  threshold_days integer not null,
  primary key (monitor_id, expires_at, threshold_days)
);

-- Agents and regions that are silent: "agent agt_..." or "region eu-west".
create table silences (
  subject text primary key,
  noticed_at timestamptz not null,
  -- When the operator was told; null until a second look finds it silent still.
  announced_at timestamptz
);

-- Takes a recipient that is going out of everything that names it.
create function forget_recipient(workspace bigint, field text, forgotten text) returns void language sql as $$
  update monitors set alerts = jsonb_set(alerts, array[field], (alerts -> field) - forgotten)
  where workspace_id = workspace and alerts -> field ? forgotten;
  update teams set
    member_ids = case when field = 'memberIds' then array_remove(member_ids, forgotten) else member_ids end,
    contact_ids = case when field = 'contactIds' then array_remove(contact_ids, forgotten) else contact_ids end,
    escalation = (
      select coalesce(jsonb_agg(changed order by position), '[]')
      from jsonb_array_elements(escalation) with ordinality as steps (step, position)
      cross join lateral (select jsonb_set(step, array[field], (step -> field) - forgotten) as changed) after
      -- A step that is left without anybody would do nothing.
      where changed -> 'memberIds' <> '[]' or changed -> 'contactIds' <> '[]'
    )
  where field <> 'teamIds' and workspace_id = workspace
    and (forgotten = any(member_ids) or forgotten = any(contact_ids) or exists (
      select from jsonb_array_elements(escalation) as step where step -> field ? forgotten));
$$;

create function forget_contact() returns trigger language plpgsql as $$
begin
  perform forget_recipient(old.workspace_id, 'contactIds', old.public_id);
  return null;
end
$$;
create trigger contacts_deleted after delete on contacts for each row execute function forget_contact();

create function forget_team() returns trigger language plpgsql as $$
begin
  perform forget_recipient(old.workspace_id, 'teamIds', old.public_id);
  return null;
end
$$;
create trigger teams_deleted after delete on teams for each row execute function forget_team();

create function forget_member() returns trigger language plpgsql as $$
begin
  perform forget_recipient(old.workspace_id, 'memberIds', p.public_id) from people p where p.id = old.person_id;
  return null;
end
$$;
create trigger memberships_deleted after delete on memberships
  for each row execute function forget_member();

-- With a person their memberships go, and the trigger above would find nobody any more.
create function forget_person() returns trigger language plpgsql as $$
begin
  perform forget_recipient(m.workspace_id, 'memberIds', old.public_id) from memberships m where m.person_id = old.id;
  return old;
end
$$;
create trigger people_deleted before delete on people for each row execute function forget_person();
