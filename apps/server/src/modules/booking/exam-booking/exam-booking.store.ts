import type {
  BodyPart,
  BookableExam,
  ExamSpecialty,
  PatientKind,
} from '@mi-portal/contract/booking/exam-catalogue'
import type { Procedure } from '@mi-portal/contract/booking/procedures'
import type { Questionnaire } from '@mi-portal/contract/booking/questionnaires'
import type { Service } from '@mi-portal/contract/booking/services'
import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

const specialties = statement<ExamSpecialty, { kind: PatientKind }>(
  'booking.examSpecialties',
  `select code, name, service, office_ids from exam_specialties
   where :kind = any(types) and retired_at is null order by position`,
)
// Null stands for all parts of the body, and site 0 for all sites.
const exams = statement<
  BookableExam,
  { kind: PatientKind; specialty_code: string; part: BodyPart | null; office_id: number }
>(
  'booking.exams',
  `select e.id, e.text, e.encuesta_para_agendar, e.questionnaire, e.way_to_schedule, e.part, e.contrast,
     case when t.same_exams_as = '{}' then e.office_ids else t.office_ids end as office_ids,
     e.under_8_callcenter, e.creatinine_70_plus
   from exam_specialties t
     join bookable_exams e on e.specialty_code = t.code or e.specialty_code = any(t.same_exams_as)
   where t.code = :specialty_code and t.retired_at is null and e.retired_at is null and :kind = any(e.types)
     and (:part::text is null or e.part = :part)
     and (:office_id::int = 0 or :office_id::int = any(
       case when t.same_exams_as = '{}' then e.office_ids else t.office_ids end))
   order by e.id`,
)
type Indications = { readonly key: string; readonly title: string; readonly html: string }
const ofExam = statement<Indications, { id: number }>(
  'booking.indicationsOfExam',
  `select i.key, i.title, i.html from bookable_exams e join indications i on i.key = e.indications_key
   where e.id = :id and e.retired_at is null and i.retired_at is null`,
)
const ofProcedure = statement<Indications, { code: string }>(
  'booking.indicationsOfProcedure',
  `select i.key, i.title, i.html from procedures p join indications i on i.key = p.indications_key
   where p.code = :code and p.retired_at is null and i.retired_at is null`,
)
const indications = statement<Indications, { key: string }>(
  'booking.indications',
  'select key, title, html from indications where key = :key',
)
const questionnaires = statement<Questionnaire>(
  'booking.questionnaires',
  'select key, title, intro, applies_to, questions from questionnaires where retired_at is null order by position',
)
const categories = statement<Service, { office_id: number; for_adults: boolean; for_children: boolean }>(
  'booking.procedureCategories',
  `select code, name from procedure_categories
   where retired_at is null and :office_id::int = any(office_ids) and (not :for_adults::boolean or able_for_adults)
     and (not :for_children::boolean or able_for_children)
   order by position`,
)
const procedures = statement<
  Procedure,
  { office_id: number; for_adults: boolean; for_children: boolean; category_code: string }
>(
  'booking.procedures',
  `select code, name, minutes, sedation, requires_order, way_to_schedule from procedures
   where retired_at is null and :office_id::int = any(office_ids) and category_code = :category_code
     and (not :for_adults::boolean or able_for_adults)
     and (not :for_children::boolean or able_for_children)
   order by position`,
)

/** The age groups for which a procedure must be suitable. */
export type Able = { readonly adults: boolean; readonly children: boolean }

export function createExamBookingStore(db: Database) {
  return {
    specialties: (kind: PatientKind) => db.run(specialties, { kind }),
    exams: (kind: PatientKind, specialty: string, part: BodyPart | null, office: number) =>
      db.run(exams, { kind, specialty_code: specialty, part, office_id: office }),
    indicationsOfExam: async (id: number) => (await db.run(ofExam, { id }))[0] ?? null,
    indicationsOfProcedure: async (code: string) => (await db.run(ofProcedure, { code }))[0] ?? null,
    indications: async (key: string) => (await db.run(indications, { key }))[0] ?? null,
    questionnaires: () => db.run(questionnaires, []),
    categories: (office: number, able: Able) =>
      db.run(categories, { office_id: office, for_adults: able.adults, for_children: able.children }),
    procedures: (office: number, category: string, able: Able) =>
      db.run(procedures, {
        office_id: office,
        for_adults: able.adults,
        for_children: able.children,
        category_code: category,
      }),
  }
}

export type ExamBookingStore = ReturnType<typeof createExamBookingStore>
