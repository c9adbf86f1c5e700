-- When the rows of a block of the audit trail were written, first and last: of the blocks over all actions and outcomes ('').
-- The job `audit.close` fills them, also where it is the server before this one that closed a block.
alter table audit_blocks add column earliest timestamptz, add column latest timestamptz;
