-- Distributes the log of a catalog over the nodes of Citus by workbook and table. The service works on the distributed
-- tables as before. Its role needs the extension (create extension citus) and at least one node that takes shards. Start
-- one node of the service, so that the tables exist, stop all of them, then:
--   psql "$SVC_DATABASE_URL" --file deploy/distribute-log.sql
-- Audit entries have triggers, which Citus does not distribute; they and everything else stay on the coordinator.
select create_reference_table('workbooks');
select create_reference_table('all_tables');
select create_distributed_table('row_edits', 'table_id', colocate_with => 'none');
select create_distributed_table('table_versions', 'table_id', colocate_with => 'row_edits');
select create_distributed_table('ops', 'workbook_id', colocate_with => 'none');
