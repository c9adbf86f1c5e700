-- catalogues.listGenders
select id, name from genders order by id;

-- catalogues.listNationalities
select id, name from nationalities order by position;

-- catalogues.listForecasts
select id, nombre, case when retired_at is null then status else 0 end as status from forecasts
  order by retired_at is not null, position;

-- catalogues.listRegions
select id, name from regions order by position;

-- catalogues.listProvinces $1=region_id
select id, name from provinces where region_id = $1 order by name;

-- catalogues.listCommunes $1=province_id
select id, name from communes where province_id = $1 order by name;

-- catalogues.listDisplayDurations
select id, category_id, category_name, name_exam, day_withdrawal_portal, day_withdrawal from display_durations
  where retired_at is null order by id;

-- catalogues.listExamRelationships
select id, name from exam_relationship_types order by id;
