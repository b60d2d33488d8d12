-- The version of settings that an agent must know to check a monitor (neededSettingsVersion in shared/). A controller of
-- the version before knows no setting that came later, and stores none.
alter table monitors add column needs_version smallint not null default 1;
