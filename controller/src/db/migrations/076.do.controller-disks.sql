-- Room on the disk of a controller's data folder, as it says itself; null from an older one, and where it cannot be read.
alter table controllers
  add column disk_free_bytes bigint,
  add column disk_bytes bigint;
