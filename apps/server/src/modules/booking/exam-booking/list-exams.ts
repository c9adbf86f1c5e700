import type {
  BookableExam,
  ExamSpecialty,
  examCatalogueEndpoints,
} from '@mi-portal/contract/booking/exam-catalogue'
import type { Procedure, procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import type { Questionnaire } from '@mi-portal/contract/booking/questionnaires'
import type { Service } from '@mi-portal/contract/booking/services'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Received } from '@mi-portal/contract/calls/endpoint'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import * as sql from './exam-booking.sql.ts'

export type SpecialtiesAsked = Received<typeof examCatalogueEndpoints.specialties>['body']
export type ExamsAsked = Received<typeof examCatalogueEndpoints.exams>['body']
export type CategoriesAsked = Received<typeof procedureEndpoints.procedureCategories>['query']
export type ProceduresAsked = Received<typeof procedureEndpoints.procedures>['query']

const toFileAddress = (key: string) => `/agenda/v1/indications/${key}.pdf`

const toAgeGroups = ({ able_for_adults, able_for_children }: CategoriesAsked) => ({
  for_adults: able_for_adults === 'true',
  for_children: able_for_children === 'true',
})

export const listExamSpecialties = (
  { db }: ActorContext,
  { type_patient }: SpecialtiesAsked,
): Promise<ExamSpecialty[]> => db.run(sql.listExamSpecialties, { kind: type_patient })

export const listExams = (
  { db }: ActorContext,
  { type, specialty_code, part, idOffice }: ExamsAsked,
): Promise<BookableExam[]> =>
  db.run(sql.listExams, { kind: type, specialty_code, part: part ?? null, office_id: idOffice })

export const listQuestionnaires = ({ db }: ActorContext): Promise<Questionnaire[]> =>
  db.run(sql.listQuestionnaires, {})

export const listCategories = ({ db }: ActorContext, query: CategoriesAsked): Promise<Service[]> =>
  db.run(sql.listCategories, { office_id: query.branch_office, ...toAgeGroups(query) })

export const listProcedures = ({ db }: ActorContext, query: ProceduresAsked): Promise<Procedure[]> =>
  db.run(sql.listProcedures, {
    office_id: query.branch_office,
    category_code: query.category,
    ...toAgeGroups(query),
  })

export async function readIndications({ db }: ActorContext, examId: number) {
  const found = await findRow(db, sql.findExamIndications, { id: examId })
  if (found === null) throw new ApiError('notFound')
  return { indications: found.html, pdf: toFileAddress(found.key) }
}

export async function readProcedureIndications({ db }: ActorContext, code: string) {
  const found = await findRow(db, sql.findProcedureIndications, { code })
  if (found === null) throw new ApiError('notFound')
  return { pdf: toFileAddress(found.key) }
}

const createSheetMemory = () => ({ revision: '', files: new Map<string, Promise<Uint8Array>>() })

async function drawSheet({ branding, clinic, clock, db, readLetterhead }: Context, key: string) {
  const found = await findRow(db, sql.findIndications, { key })
  if (found === null || !clinic.isOffered('preparations')) throw new ApiError('notFound')
  const { textPdf } = await import('../../../platform/pdf/text-pdf.ts')
  return textPdf({
    title: found.title,
    author: branding.brand,
    letterhead: await readLetterhead(),
    note: 'Indicaciones para tu examen. Trae la orden médica y tus exámenes anteriores',
    madeAt: clock.now(),
    // The PDF already shows the title, and its generator supports only `h2` headings.
    html: found.html.replace(/<h3>.*?<\/h3>/, '').replace(/<(\/?)h[34]>/g, '<$1h2>'),
  })
}

export function readIndicationsFile(ctx: Context, key: string): Promise<Uint8Array> {
  const memory = ctx.inMemory(createSheetMemory)
  const revision = ctx.clinic.revision()
  if (revision !== memory.revision) memory.files.clear()
  memory.revision = revision
  const drawn = memory.files.get(key) ?? drawSheet(ctx, key)
  memory.files.set(key, drawn)
  drawn.catch(() => memory.files.delete(key))
  return drawn
}
