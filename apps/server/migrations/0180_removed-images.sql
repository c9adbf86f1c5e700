-- A command removes images that were stored for the wrong exam.
grant delete on image_studies, image_series, image_instances to portal_app;
