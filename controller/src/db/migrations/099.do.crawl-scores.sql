-- What the pages of a crawl that answer 200 score on average, as of its figures: lists of crawls show it without reading
-- a page. A controller of the version before leaves it as it was; crawls that ended before have none.
alter table crawl_jobs add column score real;
