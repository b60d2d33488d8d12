-- Agents that somebody removed: they are listed nowhere and do not come back with the token they had. The row stays, so
-- that whoever takes over knows what was committed, and that the id is refused.
alter table agents add column removed_at timestamptz;
create index agents_removed on agents (removed_at) where removed_at is not null;
