alter table notifications add column later_mark text check (later_mark <> '');
