-- Two people are joined once, whoever leads whom.
create unique index family_links_one_pair
  on family_links (least(leader_id, member_id), greatest(leader_id, member_id)) where state <> 'ended';

-- Staff denied that the leader is the member's guardian: wins over every proof, and stays with the pair.
alter table family_links add column guardian_denied boolean not null default false;
alter table family_links add check (not (guardian_denied and guardian_proof is not null));

-- The link in an invitation's e-mail: its hash, and until when it opens the page.
create table family_invitations (
  request_id int primary key references family_requests,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Who was told that a member comes of age: each of them once.
create table coming_of_age_notices (
  member_id int not null references people,
  told_id int not null references people,
  comes_of_age date not null,
  told_at timestamptz not null,
  primary key (member_id, told_id)
);

grant select, insert, update, delete on family_invitations, coming_of_age_notices to portal_app;
