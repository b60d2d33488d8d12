-- Some addresses in the site's sitemaps have versions in other languages there: a page that these name may link back to
-- another there and not on itself.
alter table crawl_jobs add column sitemap_alternates boolean not null default false;
