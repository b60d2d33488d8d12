-- What the pages of a crawl that answer 200 score on average, as of its figures: lists of crawls show it without reading
-- a page. A controller of the version before leaves it as it was.
alter table crawl_jobs add column score real;

update crawl_jobs j set score = pages.score
from (
  select job_id, avg(score) as score from crawl_pages where status_code = 200 group by job_id
) pages
where pages.job_id = j.id and j.figures_pages > 0;
