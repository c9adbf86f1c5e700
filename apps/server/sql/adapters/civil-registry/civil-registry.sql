-- civilRegistry.ownFacts $1=run
select r.last_name as last_name, r.second_name as second_name, r.date_birth as date_birth,
  r.marital_status as marital_status,
  coalesce(nullif(r.mother_name, ''), mother.names || ' ' || mother.lastname, '') as mother_name,
  coalesce(nullif(r.father_name, ''), father.names || ' ' || father.lastname, '') as father_name,
  birth.name as birth_commune, home.name as home_commune, r.card_hash from registry_people r left join communes birth on birth.id = r.birth_commune_id left join communes home on home.id = r.home_commune_id
  left join registry_people mother on mother.run = r.mother_run left join registry_people father on father.run = r.father_run where r.run = $1;

-- civilRegistry.strangers $1=run
select r.last_name as last_name, r.second_name as second_name, r.date_birth as date_birth,
  r.marital_status as marital_status,
  coalesce(nullif(r.mother_name, ''), mother.names || ' ' || mother.lastname, '') as mother_name,
  coalesce(nullif(r.father_name, ''), father.names || ' ' || father.lastname, '') as father_name,
  birth.name as birth_commune, home.name as home_commune from registry_people own
    left join communes place on place.id = own.home_commune_id
    cross join lateral (
      (select * from registry_people later where (later.date_birth, later.run) > (own.date_birth, own.run)
       order by later.date_birth, later.run limit 400)
      union all
      (select * from registry_people earlier where (earlier.date_birth, earlier.run) < (own.date_birth, own.run)
       order by earlier.date_birth desc, earlier.run desc limit 400)
    ) r left join communes birth on birth.id = r.birth_commune_id left join communes home on home.id = r.home_commune_id
  left join registry_people mother on mother.run = r.mother_run left join registry_people father on father.run = r.father_run
  where own.run = $1
    and r.run is distinct from own.mother_run and r.run is distinct from own.father_run
    and (r.mother_run is null or (r.mother_run <> own.run and r.mother_run is distinct from own.mother_run))
    and (r.father_run is null or (r.father_run <> own.run and r.father_run is distinct from own.father_run))
  order by (home.region_id is distinct from place.region_id)::int + abs(r.date_birth - own.date_birth) / 3650.0, r.run
  limit 40;
