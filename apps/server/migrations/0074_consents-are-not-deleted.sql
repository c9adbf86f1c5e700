-- A consent is evidence: withdrawing it is an update, and the server deletes none.
revoke delete, truncate on consents from portal_app;
