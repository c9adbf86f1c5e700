-- The text of a report in blocks, as `results/report/report-text.ts` of the contract describes them; null if the report has none. It was read from
-- what the sender wrote: the document beside it is what was signed.
alter table exams
  add column report_text jsonb check (jsonb_typeof(report_text) = 'array' and octet_length(report_text::text) <= 1000000);
