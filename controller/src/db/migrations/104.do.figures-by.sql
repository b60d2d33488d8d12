-- The controller that makes a crawl's figures: two of them made those of every crawl twice. One that is gone keeps none.
alter table crawl_jobs add column figures_by text;
