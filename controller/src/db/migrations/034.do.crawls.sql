-- Site crawls: a job, the addresses it knows, the pages it has read, and what is told of the site as a whole.

create table crawl_jobs (
  id integer generated always as identity primary key,
  public_id text not null unique,
  -- Of a workspace, or of the key without one that asked for it.
  workspace_id bigint references workspaces (id) on delete cascade,
  key_id bigint references api_keys (id) on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- As asked, normalised.
  asked_url text not null,
  is_bare boolean not null,
  -- Where the crawl begins, after redirects; as asked until that is known.
  start_url text not null,
  host text not null,
  settings jsonb not null,
  -- Whose agents crawl; null: not chosen yet.
  region text,
  -- Whether the one who asks named the region: then no other takes its place.
  region_is_asked boolean not null,
  max_pages integer not null,
  -- Ids of the audit's checks when it began: crawl_pages.failed holds places in this list.
  check_ids text[] not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- Everything of the site was read: neither the cap nor a cancel cut it short. null until it ends.
  complete boolean,
  error text,
  -- Of the sitemaps: files that were read, and what could not be, as sentences.
  sitemap_files integer not null default 0,
  sitemap_errors text[] not null default '{}',
  -- What is handed out now: addresses that links lead to (from the start page), then those that only sitemaps
  -- name and what they lead to, then those of other sites; at last the site's figures are made.
  phase text not null default 'links' check (phase in ('links', 'sitemap', 'external', 'figures')),
  -- Counts the levels of both.
  level smallint not null default 0,
  -- Clicks from the start page, or from a page that only a sitemap names.
  hops smallint not null default 0,
  next_url_id integer not null default 0,
  next_seq integer not null default 0,
  -- Counted where they change: items; addresses that wait or are with an agent.
  pages integer not null default 0,
  unfinished integer not null default 0,
  -- Tries in a row that got no answer, or were told to come later.
  refused_in_a_row integer not null default 0,
  -- The audit of the job's first page: what the others are compressed with.
  dictionary bytea,
  -- Of the site's figures: how many pages they know, and when they were made.
  figures_pages integer not null default 0,
  figures_at timestamptz,
  -- When its agents last got something: jobs take turns.
  handed_at timestamptz,
  check (workspace_id is not null or key_id is not null)
);
create index crawl_jobs_workspace on crawl_jobs (workspace_id, id);
create index crawl_jobs_key on crawl_jobs (key_id, id) where workspace_id is null;
create index crawl_jobs_open on crawl_jobs (id) where status in ('queued', 'running');
create index crawl_jobs_finished on crawl_jobs (finished_at);

-- Every address that a crawl knows: crawled, to be crawled, or only linked to.
create table crawl_urls (
  job_id integer not null references crawl_jobs (id) on delete cascade,
  -- Counted in the job; in no particular order.
  id integer not null,
  -- 16 bytes of SHA-256 of the address.
  key uuid not null,
  url text not null,
  -- found: known, and not yet its turn. left: never crawled (left_out says why).
  state text not null check (state in ('found', 'queued', 'leased', 'done', 'left')),
  -- Why it is not crawled: external, excluded, nofollow, trap, depth, cap; null where it is.
  left_out text,
  -- Its place in the sitemaps; null: none names it.
  sitemap_place integer,
  -- Order in which the crawl takes addresses; null before its turn. It depends on nothing but the site.
  seq integer,
  -- Clicks from the start page, as the crawl found it; null where only a sitemap leads there.
  level smallint,
  -- Of the first link to it that counts: 65,536 times its page's seq and its place there.
  rank bigint,
  -- What addresses that a program may make without end have in common.
  pattern uuid,
  batch_id bigint,
  attempts smallint not null default 0,
  not_before timestamptz,
  -- As CRAWL_OUTCOMES; null before.
  outcome text,
  status_code smallint,
  error text,
  -- Where it redirects to: an id.
  redirect_to integer,
  primary key (job_id, id)
) with (fillfactor = 80);
create unique index crawl_urls_key on crawl_urls (job_id, key);
create index crawl_urls_waiting on crawl_urls (job_id, seq) where state in ('queued', 'leased');
create index crawl_urls_found on crawl_urls (job_id, rank) where state = 'found';
create index crawl_urls_batch on crawl_urls (batch_id) where batch_id is not null;

-- The items of a crawl: answers of the type HTML, and redirects.
create table crawl_pages (
  job_id integer not null references crawl_jobs (id) on delete cascade,
  seq integer not null,
  url_id integer not null,
  status_code smallint not null,
  score smallint not null,
  grade text not null,
  title text not null,
  description text not null,
  h1 text not null,
  word_count integer not null,
  internal_links integer not null,
  -- Failed checks, as places in crawl_jobs.check_ids.
  failed smallint[] not null,
  ms real,
  bytes integer not null,
  -- CrawlFacts as JSON.
  facts jsonb,
  -- Links of the page as JSON [id, flags, area, text], deflated.
  links bytea not null,
  -- The whole audit as JSON, deflated with the job's dictionary.
  audit bytea not null,
  fetched_at timestamptz not null,
  primary key (job_id, seq)
);
-- Both are compressed already.
alter table crawl_pages alter column audit set storage external;
alter table crawl_pages alter column links set storage external;

-- The link graph as it was last computed, a row for each item of crawl_pages.
create table crawl_graph (
  job_id integer not null references crawl_jobs (id) on delete cascade,
  seq integer not null,
  -- Clicks from the start page; null: no way leads there.
  depth smallint,
  inlinks integer not null,
  outlinks integer not null,
  -- 0 to 100.
  page_rank real not null,
  -- seq of the pages that link to it, in order, the first 1,000.
  sources integer[] not null,
  primary key (job_id, seq)
);

-- What is wrong with the site as a whole.
create table crawl_issues (
  job_id integer not null references crawl_jobs (id) on delete cascade,
  -- Of an audit check, or of a check of the site.
  id text not null,
  -- Order in which they are shown.
  position smallint not null,
  severity text not null,
  weight smallint not null,
  -- Items, or addresses, it was looked for in.
  of_total integer not null,
  -- How many have it; `items` holds as many or, of very many, the first.
  count integer not null,
  -- url ids that have it, in the order of the crawl.
  items integer[] not null,
  -- What is told beside each item, by its place in `items`; null: nothing. JSON.
  details jsonb,
  primary key (job_id, id)
);

-- Addresses that an agent has. What is not answered by then is handed out again.
create table crawl_batches (
  id bigint generated always as identity primary key,
  job_id integer not null references crawl_jobs (id) on delete cascade,
  host text not null,
  controller_id text not null,
  agent_id text not null,
  expires_at timestamptz not null
);
create index crawl_batches_job on crawl_batches (job_id);

-- How gently a host is asked, over all jobs and agents.
create table crawl_hosts (
  host text primary key,
  -- From then on the next request may be made.
  free_at timestamptz not null,
  -- Slowed down by so much: 1 is as asked.
  slowness real not null default 1,
  -- What an answer usually takes, ms.
  usual_ms real,
  touched_at timestamptz not null default now()
);

-- robots.txt of the origins of a site, as CrawlRobots.
create table crawl_origins (
  job_id integer not null references crawl_jobs (id) on delete cascade,
  origin text not null,
  robots jsonb not null,
  primary key (job_id, origin)
);

-- How many addresses of one pattern were taken, and on how many levels.
create table crawl_patterns (
  job_id integer not null references crawl_jobs (id) on delete cascade,
  pattern uuid not null,
  urls integer not null,
  levels integer not null,
  last_level smallint not null,
  primary key (job_id, pattern)
);
