-- The key under which the bytes in the file store are sealed, as far as the job that seals them has seen; null: not looked at yet.
alter table files add column sealed_with text;
create index files_sealed_with on files (sealed_with, id);
