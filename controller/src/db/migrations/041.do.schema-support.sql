-- The oldest version of the schema whose programs can live with the present one. It stays while scripts only add; a
-- script that takes something out raises it to the version from which on no program uses that any more.
create table schema_support (oldest integer not null);
insert into schema_support (oldest) values (41);
