-- Certificates that agents and controllers know each other by, as far as they were made here or revoked.
create table certificates (
  -- Hexadecimal digits, capitals, without zeros in front.
  serial text primary key,
  -- Null of one that was made elsewhere: only that it is revoked is known of it.
  use text check (use in ('agent', 'controller')),
  name text,
  -- Serial of the authority that vouches for it.
  authority text,
  not_after timestamptz,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

create index certificates_revoked on certificates (revoked_at) where revoked_at is not null;

-- The name in its certificate that an agent came in with: with another one nobody is this agent.
alter table agents add column certificate_name text;
