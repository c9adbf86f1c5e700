/** Reads the catalogue tables as versions before the clinic package filled them. */
import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

// The catalogues were filled, and no clinic package was published.
const isPrevious = statement<{ previous: boolean }>(
  'adoption.isPrevious',
  `select exists (select from specialties) and not exists (select from clinic_parts) as previous`,
)
const sites = statement<{
  id: number
  code: string
  name: string
  address: string
  phone: string
  directions: string
}>(
  'adoption.sites',
  'select id, office_id as code, name, address, phone, entry as directions from offices order by id',
)
const specialties = statement<{
  code: number
  name: string
  visit_minutes: number
  adult: boolean
  paediatric: boolean
  age_min: number | null
  age_max: number | null
  telemedicine: boolean
  reserved_group: string | null
}>(
  'adoption.specialties',
  `select code, name, visit_minutes, adult, paediatric, age_min, age_max, telemedicine, reserved_group from specialties
   order by code`,
)
const examSpecialties = statement<{
  code: string
  service_code: number
  name: string
  service: string
  types: readonly string[]
  office_ids: readonly number[]
  same_exams_as: readonly string[]
}>(
  'adoption.examSpecialties',
  `select code, service_code, name, service, types, office_ids, same_exams_as from exam_specialties order by position, code`,
)
const exams = statement<{
  id: number
  specialty_code: string
  part: string | null
  text: string
  types: readonly string[]
  questionnaire: string | null
  way_to_schedule: string
  contrast: boolean
  office_ids: readonly number[]
  under_8_callcenter: boolean
  creatinine_70_plus: boolean
  preparation: string
  reserved_group: string | null
}>(
  'adoption.exams',
  `select id, specialty_code, part, text, types, case when encuesta_para_agendar = 'SI' then questionnaire end as questionnaire,
     way_to_schedule, contrast, office_ids, under_8_callcenter, creatinine_70_plus, indications_key as preparation,
     reserved_group
   from bookable_exams order by id`,
)
const procedureCategories = statement<{
  code: string
  service_code: number
  name: string
  able_for_adults: boolean
  able_for_children: boolean
  office_ids: readonly number[]
}>(
  'adoption.procedureCategories',
  `select code, service_code, name, able_for_adults, able_for_children, office_ids from procedure_categories
   order by position, code`,
)
const procedures = statement<{
  code: string
  category_code: string
  name: string
  able_for_adults: boolean
  able_for_children: boolean
  office_ids: readonly number[]
  minutes: number
  sedation: boolean
  requires_order: boolean
  way_to_schedule: string
  preparation: string
}>(
  'adoption.procedures',
  `select code, category_code, name, able_for_adults, able_for_children, office_ids, minutes, sedation, requires_order,
     way_to_schedule, indications_key as preparation
   from procedures order by position, code`,
)
const preparations = statement<{ key: string; title: string; html: string; fasting_hours: number | null }>(
  'adoption.preparations',
  'select key, title, html, fasting_hours from indications order by key',
)
const questionnaires = statement<{
  key: string
  title: string
  intro: string
  applies_to: readonly string[]
  questions: unknown
}>(
  'adoption.questionnaires',
  'select key, title, intro, applies_to, questions from questionnaires order by position, key',
)
const insurers = statement<{
  id: number
  name: string
  offered: boolean
  kind: string
  minsal_eis_code: string | null
}>(
  'adoption.insurers',
  `select id, nombre as name, status = 1 as offered, kind, minsal_eis_code from forecasts order by position, id`,
)
const documentTypes = statement<{ id: number; name: string; only_titular_or_rep: boolean }>(
  'adoption.documentTypes',
  'select id, name, only_titular_or_rep from document_kinds order by id',
)
const quoteTypes = statement<{
  id: number
  name: string
  needs_operating_hours: boolean
  needs_forecast: boolean
  needs_order_file: boolean
}>(
  'adoption.quoteTypes',
  `select id, nombre as name, needs_operating_hours, needs_forecast, needs_order_file from intervention_types order by id`,
)
const contactReasons = statement<{ id: number; name: string }>(
  'adoption.contactReasons',
  'select id, name from contact_reasons order by id',
)
const displayDurations = statement<{
  id: number
  category_id: number
  category_name: string
  name_exam: string
  day_withdrawal_portal: string
  day_withdrawal: string
}>(
  'adoption.displayDurations',
  `select id, category_id, category_name, name_exam, day_withdrawal_portal, day_withdrawal from display_durations order by id`,
)
// The texts that came with the product; those that staff published are not part of the package.
const legalTexts = statement<{ kind: string; version: string; valid_from: string; html: string }>(
  'adoption.legalTexts',
  `select distinct on (kind) kind, version, valid_from, text as html from legal_texts where published_at is null
   order by kind, valid_from desc, id desc`,
)
const communes = statement<{ id: number; name: string }>(
  'adoption.communes',
  'select id, name from communes order by char_length(name) desc, id',
)

export function createPreviousTablesStore(db: Database) {
  return {
    /** Returns whether the catalogues were filled by a version before the clinic package. */
    isPrevious: async () => (await db.run(isPrevious, []))[0]?.previous === true,
    read: async () => ({
      sites: await db.run(sites, []),
      specialties: await db.run(specialties, []),
      examSpecialties: await db.run(examSpecialties, []),
      exams: await db.run(exams, []),
      procedureCategories: await db.run(procedureCategories, []),
      procedures: await db.run(procedures, []),
      preparations: await db.run(preparations, []),
      questionnaires: await db.run(questionnaires, []),
      insurers: await db.run(insurers, []),
      documentTypes: await db.run(documentTypes, []),
      quoteTypes: await db.run(quoteTypes, []),
      contactReasons: await db.run(contactReasons, []),
      displayDurations: await db.run(displayDurations, []),
      legalTexts: await db.run(legalTexts, []),
      communes: await db.run(communes, []),
    }),
  }
}

export type PreviousTables = Awaited<ReturnType<ReturnType<typeof createPreviousTablesStore>['read']>>
