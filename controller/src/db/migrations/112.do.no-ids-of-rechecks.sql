-- Of the ids of work on demand there is an index now.
alter table work_items drop constraint work_items_public_id_key;
