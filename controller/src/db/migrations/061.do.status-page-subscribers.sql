-- Whoever wants mails about a status page. Nobody gets any before they confirmed that by a mailed link.
create table status_page_subscribers (
  id integer generated always as identity primary key,
  public_id text not null unique,
  page_id integer not null references status_pages (id) on delete cascade,
  -- As it was typed, and in small letters.
  email text not null,
  email_key text not null,
  confirmation_hash bytea unique,
  confirmation_expires_at timestamptz,
  confirmed_at timestamptz,
  -- In every mail; it is good for nothing else.
  unsubscribe_token text not null unique,
  created_at timestamptz not null,
  constraint status_page_subscribers_once unique (page_id, email_key)
);

-- What was told of a page, so that nothing is told twice: "opened" and "closed" with an outage's id, "note" with a
-- note's, "planned" with a maintenance window's.
create table status_page_news (
  page_id integer not null references status_pages (id) on delete cascade,
  kind text not null,
  subject text not null,
  told_at timestamptz not null,
  primary key (page_id, kind, subject)
);
create index status_page_news_told on status_page_news (told_at);

-- One mail's worth of news, as it is sent to all who were subscribed then.
create table status_page_mailings (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  page_id integer not null references status_pages (id) on delete cascade,
  message jsonb not null,
  created_at timestamptz not null
);
create index status_page_mailings_page on status_page_mailings (page_id, created_at);
create index status_page_mailings_created on status_page_mailings (created_at);

-- Who still has to get it. A row is taken away before its mail is sent.
create table status_page_mails (
  id bigint generated always as identity primary key,
  page_id integer not null references status_pages (id) on delete cascade,
  mailing_id bigint not null references status_page_mailings (id) on delete cascade,
  subscriber_id integer not null references status_page_subscribers (id) on delete cascade,
  attempts smallint not null,
  due_at timestamptz not null,
  constraint status_page_mails_once unique (mailing_id, subscriber_id)
);
create index status_page_mails_due on status_page_mails (page_id, due_at, id);
create index status_page_mails_subscriber on status_page_mails (subscriber_id);
