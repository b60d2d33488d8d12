-- Numbers of the images that a page shows, where a crawl asks for them.
alter table crawl_pages add column image_ids integer[];
