-- favourites.list $1=person_id
select id, name, menu_id from favourites where person_id = $1 order by position;

-- favourites.deleteAll $1=person_id
delete from favourites where person_id = $1;

-- favourites.insert $1=person_id $2=menu_ids $3=names
insert into favourites (person_id, menu_id, name, position)
  select $1::int, menu_id, name, position
  from unnest($2::text[], $3::text[]) with ordinality as given (menu_id, name, position);

-- favourites.export $1=person_id
select array[name] as cells from favourites where person_id = $1 order by position;
