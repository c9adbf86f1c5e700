-- Lets a migrated and filled database be used by one test after the other: pristine.reset() returns its rows to what they are now.
-- Triggers store which tables were changed. Their list has no key, because a key would make concurrent transactions wait for each other.
create schema pristine;
create unlogged table pristine.changes (relation oid not null);

create function pristine.store_change() returns trigger language plpgsql security definer as $$
begin
  insert into pristine.changes values (coalesce(pg_partition_root(tg_relid), tg_relid));
  return null;
end $$;

-- The relation 0 stands for the schema.
create function pristine.store_schema_change() returns event_trigger language plpgsql security definer as $$
begin
  insert into pristine.changes values (0);
end $$;

create table pristine.refills (relation oid primary key, statement text not null);
create table pristine.sequences (relation oid primary key, last_value bigint);

-- Stores the present rows as those that reset() restores.
create function pristine.store() returns void language plpgsql as $$
declare
  found record;
  has_rows boolean;
begin
  delete from pristine.refills;
  delete from pristine.sequences;
  for found in
    select c.oid as relation, format('%I.%I', n.nspname, c.relname) as name,
      (select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pristine', 'pg_catalog', 'information_schema')
  loop
    execute format('select exists (select from %s)', found.name) into has_rows;
    if has_rows then
      execute format('drop table if exists pristine.rows_%s', found.relation);
      execute format('create table pristine.rows_%s as select %s from %s', found.relation, found.columns, found.name);
      insert into pristine.refills values (found.relation, format(
        'insert into %s (%s) overriding system value select * from pristine.rows_%s',
        found.name, found.columns, found.relation));
    end if;
  end loop;
  insert into pristine.sequences select oid, pg_sequence_last_value(oid) from pg_class where relkind = 'S';
  delete from pristine.changes;
end $$;

-- Returns why the database cannot be used again, or null once its rows are as they were.
create function pristine.reset() returns text language plpgsql as $$
declare
  changed oid;
  refill text;
begin
  if exists (select from pristine.changes where relation = 0) then return 'its schema was changed'; end if;
  if (select sum(pg_total_relation_size(relation)) from (select distinct relation from pristine.changes) c) > 20000000 then
    return 'it became large';
  end if;
  perform set_config('session_replication_role', 'replica', true);
  for changed in select distinct relation from pristine.changes loop
    execute format('delete from %s', changed::regclass);
    select statement into refill from pristine.refills where relation = changed;
    if found then execute refill; end if;
  end loop;
  perform setval(s.relation, coalesce(s.last_value, q.seqstart), s.last_value is not null)
  from pristine.sequences s join pg_sequence q on q.seqrelid = s.relation
  where pg_sequence_last_value(s.relation) is distinct from s.last_value;
  delete from pristine.changes;
  return null;
end $$;

do $$
declare
  name text;
begin
  for name in
    select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pristine', 'pg_catalog', 'information_schema')
  loop
    execute format(
      'create trigger pristine_changes after insert or update or delete or truncate on %s execute function pristine.store_change()',
      name);
    execute format('alter table %s enable always trigger pristine_changes', name);
  end loop;
end $$;
select pristine.store();

create event trigger pristine_schema on ddl_command_end execute function pristine.store_schema_change();
create event trigger pristine_drops on sql_drop execute function pristine.store_schema_change();
