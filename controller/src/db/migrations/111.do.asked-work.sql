-- outside a transaction
-- Work on demand is taken back by its id, rechecks never: each entered an index of random ids in vain, 16,000 of them while
-- 4,000 monitors went down at once.
drop index concurrently if exists work_items_asked;
create unique index concurrently if not exists work_items_asked on work_items (public_id) where kind <> 'recheck';
