-- A document that holds a result which was found, after it was stored, to be of a kind that the portal never shows.
alter table exams add column document_withheld boolean not null default false;
