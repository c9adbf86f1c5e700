import type { Service } from '@mi-portal/contract/booking'
import type {
  BodyPart,
  BookableExam,
  ExamSpecialty,
  PatientKind,
  Procedure,
  Questionnaire,
} from '@mi-portal/contract/exam-booking'
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const specialties = statement<ExamSpecialty>(
  'booking.examSpecialties',
  `select code, name, service, office_ids from exam_specialties where $1 = any(types) order by position`,
)
// $1 kind of patient, $2 specialty, $3 part or null, $4 site or 0
const exams = statement<BookableExam>(
  'booking.exams',
  `select e.id, e.text, e.encuesta_para_agendar, e.questionnaire, e.way_to_schedule, e.part, e.contrast,
     case when t.same_exams_as = '{}' then e.office_ids else t.office_ids end as office_ids,
     e.under_8_callcenter, e.creatinine_70_plus
   from exam_specialties t
     join bookable_exams e on e.specialty_code = t.code or e.specialty_code = any(t.same_exams_as)
   where t.code = $2 and $1 = any(e.types) and ($3::text is null or e.part = $3)
     and ($4::int = 0 or $4::int = any(case when t.same_exams_as = '{}' then e.office_ids else t.office_ids end))
   order by e.id`,
)
type Indications = { readonly key: string; readonly title: string; readonly html: string }
const ofExam = statement<Indications>(
  'booking.indicationsOfExam',
  `select i.key, i.title, i.html from bookable_exams e join indications i on i.key = e.indications_key where e.id = $1`,
)
const ofProcedure = statement<Indications>(
  'booking.indicationsOfProcedure',
  `select i.key, i.title, i.html from procedures p join indications i on i.key = p.indications_key where p.code = $1`,
)
const indications = statement<Indications>(
  'booking.indications',
  'select key, title, html from indications where key = $1',
)
const questionnaires = statement<Questionnaire>(
  'booking.questionnaires',
  'select key, title, intro, applies_to, questions from questionnaires order by position',
)
// $1 site, $2 only for adults, $3 only for children
const categories = statement<Service>(
  'booking.procedureCategories',
  `select code, name from procedure_categories
   where $1::int = any(office_ids) and (not $2::boolean or able_for_adults) and (not $3::boolean or able_for_children)
   order by position`,
)
const procedures = statement<Procedure>(
  'booking.procedures',
  `select code, name, minutes, sedation, requires_order, way_to_schedule from procedures
   where $1::int = any(office_ids) and category_code = $4 and (not $2::boolean or able_for_adults)
     and (not $3::boolean or able_for_children)
   order by position`,
)

/** For whom a procedure must be able. */
export type Able = { readonly adults: boolean; readonly children: boolean }

export function examBookingStore(db: Database) {
  return {
    specialties: (kind: PatientKind) => db.run(specialties, [kind]),
    exams: (kind: PatientKind, specialty: string, part: BodyPart | null, office: number) =>
      db.run(exams, [kind, specialty, part, office]),
    indicationsOfExam: async (id: number) => (await db.run(ofExam, [id]))[0] ?? null,
    indicationsOfProcedure: async (code: string) => (await db.run(ofProcedure, [code]))[0] ?? null,
    indications: async (key: string) => (await db.run(indications, [key]))[0] ?? null,
    questionnaires: () => db.run(questionnaires, []),
    categories: (office: number, able: Able) => db.run(categories, [office, able.adults, able.children]),
    procedures: (office: number, category: string, able: Able) =>
      db.run(procedures, [office, able.adults, able.children, category]),
  }
}

export type ExamBookingStore = ReturnType<typeof examBookingStore>
