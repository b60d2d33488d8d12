-- What a workspace shows to everybody: opt-in, page by page. The slug is in the page's address, so it is taken once
-- in the whole installation, as is a host name.
create table status_pages (
  id integer generated always as identity primary key,
  public_id text not null unique,
  workspace_id integer not null references workspaces (id) on delete cascade,
  slug text not null constraint status_pages_slug unique,
  host text constraint status_pages_host unique,
  title text not null,
  description text not null,
  home_url text,
  timezone text not null,
  color text,
  logo bytea,
  logo_type text,
  published boolean not null,
  -- In the list of pages at /status.
  listed boolean not null,
  shows_response_times boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index status_pages_workspace on status_pages (workspace_id, created_at desc, id desc);

-- Monitors by the names that the public reads; a monitor that is deleted goes from every page.
create table status_page_components (
  id integer generated always as identity primary key,
  public_id text not null unique,
  page_id integer not null references status_pages (id) on delete cascade,
  monitor_id integer not null references monitors (id) on delete cascade,
  position smallint not null,
  name text not null,
  description text not null,
  group_name text,
  constraint status_page_components_once unique (page_id, monitor_id)
);
create index status_page_components_monitor on status_page_components (monitor_id);
