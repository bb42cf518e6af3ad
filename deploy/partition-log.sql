-- Partitions the log of a catalog in PostgreSQL by workbook and table, so that each part has small indexes and is vacuumed
-- on its own. The service works on the partitioned tables as before. Stop all nodes, then:
--   psql "$SVC_DATABASE_URL" --single-transaction --file deploy/partition-log.sql
-- It rewrites the tables, so it needs as much free space as they take.
do $$
declare
  parts constant integer := 32;
  log record;
begin
  for log in
    select * from (values
      ('row_edits', 'table_id', 'all_tables'),
      ('table_versions', 'table_id', 'all_tables'),
      ('ops', 'workbook_id', 'workbooks')
    ) as logs (name, key, owner)
  loop
    execute format('alter table %I rename to %I', log.name, log.name || '_whole');
    execute format('create table %I (like %I including defaults including constraints) partition by hash (%I)',
      log.name, log.name || '_whole', log.key);
    for part in 0 .. parts - 1 loop
      execute format('create table %I partition of %I for values with (modulus %s, remainder %s)',
        log.name || '_' || part, log.name, parts, part);
    end loop;
    execute format('insert into %I select * from %I', log.name, log.name || '_whole');
    execute format('drop table %I', log.name || '_whole');
    execute format('alter table %I add foreign key (%I) references %I (id) on delete cascade',
      log.name, log.key, log.owner);
  end loop;
  alter table row_edits add constraint row_edits_pk primary key (table_id, version, row_id);
  create index row_edits_by_row on row_edits (table_id, row_id, version);
  create index row_edits_that_delete on row_edits (table_id, row_id, version) where kind = 'delete';
  alter table table_versions add constraint table_versions_pk primary key (table_id, version);
  alter table ops add constraint ops_pk primary key (workbook_id, op_id);
end
$$;
