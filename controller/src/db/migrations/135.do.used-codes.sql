-- The step of time (RFC 6238) whose code was the last one taken, so that none is taken twice.
alter table person_second_factors add column last_step bigint;
