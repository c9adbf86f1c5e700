import type { SentElements } from '@mi-portal/contract/results/fhir/sent-elements'
import { storedResult } from '@mi-portal/contract/results/plain-result'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import type { Context } from '../../../platform/context/context.ts'
import type { Row } from '../../../platform/database/statement.ts'
import type { Search } from '../reading.rules.ts'
import type { ExamRow, MeasureRow, Parts, panelResource, Sent } from '../results.rules.ts'
import type { AppointmentRow } from '../visits.rules.ts'
import { listReadAppointments, listReadDocuments, listReadExams, listReadMeasures } from './reading.sql.ts'

/** What is read of a patient. A list is null for any. */
export type ReadingQuery = Omit<Search, 'ids' | 'patient' | 'isCount'> & {
  readonly patientId: number
  readonly kinds: readonly string[]
}

export type DocumentRow = Omit<Row<typeof listReadDocuments>, 'bytes' | 'total'> & {
  /** Null if its archive does not say. */
  readonly bytes: number | null
}

type ObservationRow = { readonly exam: ExamRow; readonly changed_at: Date } & (
  | { readonly panel: null; readonly measure: MeasureRow & Sent; readonly parts: Parts }
  | { readonly panel: Parameters<typeof panelResource>[2]; readonly measure: null }
)

type Reader<Id, Found> = (
  ctx: Context,
  asked: ReadingQuery,
  ids: readonly Id[] | null,
) => Promise<readonly (Found & { readonly total: number })[]>

export type RecordSource = {
  readonly listAppointments: Reader<number, AppointmentRow>
  readonly listExams: Reader<
    number,
    ExamRow & { readonly report_text: readonly ReportBlock[]; readonly positions: readonly number[] }
  >
  readonly listObservations: Reader<string, ObservationRow>
  readonly listDocuments: Reader<string, DocumentRow>
}

/** A panel is stored only with what its sender wrote. */
const noElements: SentElements = { status: 'final', identifier: [] }

function withoutCode({ code: _, ...rest }: SentElements): SentElements {
  return rest
}

/** Returns the shown measures of an observation: its own, or the first of its components, with all components. */
function toObservation(row: Row<typeof listReadMeasures>) {
  const { id, exam_id, position, counted, members, sent, changed_at, exam, total } = row
  const common = { exam: { ...exam, taken_at: new Date(exam.taken_at) }, changed_at, total }
  if (position === null) return { ...common, panel: { id, sent: sent ?? noElements, members }, measure: null }
  const measures = (row.parts ?? []).map(
    ({ position, code, name, loinc, ...stored }): MeasureRow => ({
      ...{ exam_id, position, code, name, loinc, reported: storedResult(stored) },
    }),
  )
  const components = sent?.components ?? 0
  const [first] = measures
  if (first === undefined) throw new Error('fhirReading.measures returned an observation without measures')
  const hasOwn = components === 0 || (counted > components && first.position === position)
  return {
    ...common,
    panel: null,
    measure: { ...first, position, sent: sent && measures.length < counted ? withoutCode(sent) : sent },
    parts: { components: components === 0 ? [] : measures.slice(hasOwn ? 1 : 0), hasOwn, members },
  }
}

const toParameters = <Id>(asked: ReadingQuery, ids: readonly Id[] | null) => ({
  patient_id: asked.patientId,
  ids,
  statuses: asked.statuses,
  since: asked.range.from,
  until: asked.range.until,
  updated_since: asked.updated.from,
  updated_until: asked.updated.until,
  by_update: asked.sort.by === 'updated',
  is_ascending: asked.sort.isAscending,
  limit_rows: asked.limit,
  offset_rows: asked.offset,
})

async function toExamParameters({ ports }: Context, { patientId, kinds }: ReadingQuery) {
  return { kinds, held: (await ports.archive.heldExams(patientId)).map(({ id }) => id) }
}

export const ownRecord: RecordSource = {
  listAppointments: ({ db }, asked, ids) => db.run(listReadAppointments, toParameters(asked, ids)),
  listExams: async (ctx, asked, ids) => {
    const { categories, identifiers } = asked
    const exams = { ...(await toExamParameters(ctx, asked)), categories, identifiers }
    return ctx.db.run(listReadExams, { ...toParameters(asked, ids), ...exams })
  },
  listObservations: async (ctx, asked, ids) => {
    const { categories, identifiers, codes } = asked
    const exams = { ...(await toExamParameters(ctx, asked)), categories, identifiers, codes }
    return (await ctx.db.run(listReadMeasures, { ...toParameters(asked, ids), ...exams })).map(toObservation)
  },
  listDocuments: async (ctx, asked, ids) =>
    ctx.db.run(listReadDocuments, { ...toParameters(asked, ids), ...(await toExamParameters(ctx, asked)) }),
}
