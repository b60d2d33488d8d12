-- outside a transaction
-- The latest outages of a workspace, and those whose workspace is not known yet (migration 108). With an index of the latest of
-- all beside it, those of all others were passed over for the few of one: the version before does without it meanwhile.
drop index concurrently if exists outages_of_workspaces;
create index concurrently if not exists outages_of_workspaces on outages (workspace_id, started_at desc, id desc)
  include (ended_at);
drop index concurrently if exists outages_listing;
