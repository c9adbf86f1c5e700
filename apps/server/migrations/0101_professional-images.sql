-- The photo of a professional is served at an address with this key. A new photo has a new key, so that browsers may store the old one.
alter table professionals add column image_key text unique;
update professionals set image_file_id = null where image_file_id is not null;
alter table professionals add constraint professionals_image_has_key check ((image_file_id is null) = (image_key is null));
