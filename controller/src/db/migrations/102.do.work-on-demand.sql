-- outside a transaction
-- Work on demand is found among very many rechecks.
drop index concurrently if exists work_items_on_demand;
create index concurrently if not exists work_items_on_demand on work_items (due_at) where kind <> 'recheck';
