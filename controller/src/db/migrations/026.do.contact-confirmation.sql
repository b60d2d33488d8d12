-- Whether the mail address of a contact gets alerts: 'confirmed'; 'waiting', not yet; 'notAsked', it does although
-- nobody confirmed it. Beside the operator's workspace an address is always confirmed: whoever made the
-- workspace may have typed anybody's. An address that somebody of the workspace signs in with is their own.
-- confirms_own: the operator wants it in their own workspace too (SIGHTLINE_CONFIRM_CONTACTS).
create function email_confirmation(contact contacts, confirms_own boolean) returns text
  language sql stable as $$
  select case
    when contact.email_confirmed_at is not null then 'confirmed'
    when exists (select from people p join memberships m on m.person_id = p.id
      where m.workspace_id = contact.workspace_id
        and lower(p.email) = lower(contact.addresses #>> '{email,email}')) then 'confirmed'
    when not confirms_own and exists (
      select from installation where owner_workspace_id = contact.workspace_id) then 'notAsked'
    else 'waiting'
  end
$$;
