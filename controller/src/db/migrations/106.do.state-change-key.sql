-- One index of each monitor's timeline in place of two. It keeps the name of the key.
alter table state_changes drop constraint state_changes_pkey;
alter table state_changes add constraint state_changes_pkey primary key using index state_changes_timeline;
drop index state_changes_statuses;
