-- Up to which version an agent knows the settings of monitors, as it says when it connects (Hello.settings_version);
-- agents of before know the first.
alter table agents add column settings_version integer not null default 1;
