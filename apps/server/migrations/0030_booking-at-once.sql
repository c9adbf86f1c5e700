-- Says no from within a statement, by the name of what forbids it, as a constraint would: a transaction whose statements
-- all travel together is given up by it.
create function refuse(reason text) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = reason, message = reason;
end $$;

-- A mail's body is compressed as it is queued, which is within somebody's call: by the quick method where the database
-- was built with it, since what it leaves out is made up by the mails being forgotten soon.
do $$
begin
  alter table outbox alter column body_text set compression lz4, alter column body_html set compression lz4;
exception when feature_not_supported then
  null;
end $$;
