import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { Arrival } from '../desk-requests/desk-requests.rules.ts'
import type { BudgetsSql } from './budgets.sql.generated.ts'

const sql = defineSql<BudgetsSql, { state: 'pendiente' | 'respondida' }>('budgets')

type BudgetRow = Row<typeof listSql>

type BudgetDraft = {
  readonly requesterId: number
  readonly patientId: number
  readonly interventionId: number
  readonly forecastId: number | null
  readonly medico_tratante: string
  readonly fecha_estimada: string
  readonly h_pabellon: number | null
  readonly comentarios: string
  readonly autoriza_contacto: boolean
}

const interventionsSql = sql(
  'interventions',
  'select id, nombre from intervention_types where retired_at is null order by id',
)
const forecastsSql = sql(
  'forecasts',
  'select id, nombre from forecasts where status = 1 and retired_at is null order by position',
)
const physiciansSql = sql(
  'physicians',
  'select id, name as nombre! from professionals where active order by name, id limit 2000',
)
const insertSql = sql(
  'insert',
  `insert into budget_requests (requester_id, patient_id, intervention_type_id, forecast_id, medico_tratante,
     fecha_estimada, h_pabellon, comentarios, autoriza_contacto, state, created_at, due_at)
   values (:requester_id?, :patient_id, :intervention_type_id, :forecast_id?, :medico_tratante, :fecha_estimada::date,
     :h_pabellon?, :comentarios, :autoriza_contacto, 'pendiente', :now::timestamptz,
     :due_at::timestamptz) returning id`,
)
const row = `b.id, i.id as intervention_id!, i.nombre as intervention_name!, f.nombre as forecast_name,
  b.medico_tratante, b.fecha_estimada::text as fecha_estimada!, b.h_pabellon, b.comentarios, b.autoriza_contacto, b.state,
  b.comentario_ejecutivo, b.created_at, b.due_at`
const named = `join intervention_types i on i.id = b.intervention_type_id left join forecasts f on f.id = b.forecast_id`
// All requests of a patient, or only those of this requester.
const ofPatient = `from budget_requests b where b.patient_id = :patient_id
   and (:requester_id?::int is null or b.requester_id = :requester_id?::int)`
const listSql = sql(
  'list',
  `select ${row} from (select b.* ${ofPatient} order by b.created_at desc, b.id desc
   limit :limit_rows offset :offset_rows) b ${named}
   order by b.created_at desc, b.id desc`,
)
const count = sql(
  'count',
  `select count(*)::int as count! from (select 1 ${ofPatient} limit ${exactTotal + 1}) counted`,
)
const oneSql = sql('one', `select ${row} from budget_requests b ${named} where b.id = :id`)
const answerSql = sql(
  'answer',
  `update budget_requests set state = 'respondida', comentario_ejecutivo = :comentario_ejecutivo,
     answered_by = :answered_by, answered_at = :now::timestamptz
   where id = :id and state = 'pendiente' returning id`,
)

export const interventions = (db: Queries) => db.run(interventionsSql, {})

export const forecasts = (db: Queries) => db.run(forecastsSql, {})

export const physicians = (db: Queries) => db.run(physiciansSql, {})

export const insert = async (tx: Queries, draft: BudgetDraft, { now, dueAt }: Arrival): Promise<number> => {
  const [written] = await tx.run(insertSql, {
    requester_id: draft.requesterId,
    patient_id: draft.patientId,
    intervention_type_id: draft.interventionId,
    forecast_id: draft.forecastId,
    medico_tratante: draft.medico_tratante,
    fecha_estimada: draft.fecha_estimada,
    h_pabellon: draft.h_pabellon,
    comentarios: draft.comentarios,
    autoriza_contacto: draft.autoriza_contacto,
    now,
    due_at: dueAt,
  })
  if (!written) throw new Error('budgets: the insert returned no row')
  return written.id
}

/** Lists requests; `requesterId` is null for those of any requester. */
export const list = async (
  db: Queries,
  patientId: number,
  requesterId: number | null,
  page: Page,
): Promise<Paged<BudgetRow>> => {
  const [rows, [counted]] = await Promise.all([
    db.run(listSql, {
      patient_id: patientId,
      requester_id: requesterId,
      limit_rows: page.limit,
      offset_rows: (page.page - 1) * page.limit,
    }),
    db.run(count, { patient_id: patientId, requester_id: requesterId }),
  ])
  const total = counted?.count ?? 0
  return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
}

export const one = async (db: Queries, id: number) => (await db.run(oneSql, { id }))[0] ?? null

/** Returns false if the request is answered already. */
export const answer = async (tx: Queries, id: number, text: string, by: number, now: Date) =>
  (await tx.run(answerSql, { id, comentario_ejecutivo: text, answered_by: by, now })).length === 1
