-- The mail address of a contact is confirmed, where that is asked, before it gets alerts.
alter table contacts
  add column email_confirmed_at timestamptz,
  add column confirmation_sent_at timestamptz;
-- Those that are there were in use: bringing this version in must not silence them.
update contacts set email_confirmed_at = created_at where addresses ? 'email';

-- The links that were mailed. Only the hash of a link's token is kept.
create table contact_confirmations (
  token_hash bytea primary key,
  contact_id bigint not null references contacts (id) on delete cascade,
  -- Where it was sent: it confirms that address and no other.
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index contact_confirmations_contact on contact_confirmations (contact_id);

-- What people had sent to contacts, so that nobody is flooded: kind is 'test' (subject: the contact's id) or
-- 'confirmation' (subject: the address, in lower case).
create table contact_sendings (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces (id) on delete cascade,
  kind text not null,
  subject text not null,
  at timestamptz not null
);
create index contact_sendings_subject on contact_sendings (subject, kind, at);
create index contact_sendings_workspace on contact_sendings (workspace_id, kind, at);
