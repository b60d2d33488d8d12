-- Only what leads elsewhere is another destination: not a contact that gets another name, nor the channels
-- beside one that is changed.
create function forget_moved_channels() returns trigger language plpgsql as $$
begin
  delete from failing_destinations
  where recipient_id = old.public_id and old.addresses -> channel is distinct from new.addresses -> channel;
  return null;
end
$$;
drop trigger contacts_moved on contacts;
create trigger contacts_moved after update of addresses on contacts for each row
  when (old.addresses is distinct from new.addresses
    and current_setting('sightline.resealing', true) is distinct from 'on')
  execute function forget_moved_channels();
create trigger contacts_gone after delete on contacts
  for each row execute function forget_failing_destinations();

drop trigger people_moved on people;
create trigger people_moved after update of email on people for each row
  when (old.email is distinct from new.email) execute function forget_failing_destinations();
create trigger people_gone after delete on people
  for each row execute function forget_failing_destinations();
