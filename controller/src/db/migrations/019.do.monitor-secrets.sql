-- Whether a monitor's settings hold a secret of its people: then only its own regions confirm, unless they
-- say otherwise. Every udp monitor has the community that everybody knows, sealed as well.
alter table monitors add column has_secrets boolean not null default false;
update monitors set has_secrets = true
where settings::text like '%"sealed:1:%' and (type <> 'udp' or settings ->> 'preset' = 'snmp');
