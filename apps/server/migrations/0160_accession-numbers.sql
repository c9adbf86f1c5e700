-- The number under which the image archive (PACS) stores the images of an exam: DICOM's accession number, 16 characters by the
-- standard and longer in some systems. Null if the sender of the exam did not give it: the exam then has no images here.
alter table exams add column accession_number text check (char_length(accession_number) between 1 and 64);
