-- The page on which a recipient ends mails of this kind (List-Unsubscribe); erased with the bodies.
alter table outbox add column unsubscribe_url text;
