-- identity.byKey $1=key_hash
select id, provider, run, state, questions as questions, answered, wrong, expires_at, solem_hash from identity_checks where key_hash = $1;

-- identity.byId $1=id
select id, provider, run, state, questions as questions, answered, wrong, expires_at, solem_hash from identity_checks where id = $1;
