-- Some of what the site's sitemaps name is not known: files or addresses were left out. Then no page can be said to stand in
-- none of them. A controller of the version before does not ask, and says so of some that do.
alter table crawl_jobs add column sitemaps_cut boolean not null default false;
