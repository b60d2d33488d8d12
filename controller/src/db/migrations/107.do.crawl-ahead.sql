-- How many addresses of the level after the one that is crawled have been opened: the last ones in the crawl's order. A
-- controller of the version before does not open any, and waits for those too before it opens the rest.
alter table crawl_jobs add column ahead integer not null default 0;
