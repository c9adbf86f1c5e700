import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type Named = { readonly id: number; readonly nombre: string }

type BudgetRow = {
  readonly id: number
  readonly intervention_id: number
  readonly intervention_name: string
  readonly forecast_name: string | null
  readonly medico_tratante: string
  readonly fecha_estimada: string
  readonly h_pabellon: number | null
  readonly comentarios: string
  readonly autoriza_contacto: boolean
  readonly state: 'pendiente' | 'respondida'
  readonly comentario_ejecutivo: string | null
  readonly created_at: Date
}

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

const interventions = statement<Named>(
  'budgets.interventions',
  'select id, nombre from intervention_types order by id',
)
const forecasts = statement<Named>(
  'budgets.forecasts',
  'select id, nombre from forecasts where status = 1 order by position',
)
const physicians = statement<Named>(
  'budgets.physicians',
  'select id, name as nombre from professionals where active order by name, id limit 2000',
)
const insert = statement<{ id: number }>(
  'budgets.insert',
  `insert into budget_requests (requester_id, patient_id, intervention_type_id, forecast_id, medico_tratante,
     fecha_estimada, h_pabellon, comentarios, autoriza_contacto, state, created_at)
   values ($1, $2, $3, $4, $5, $6::date, $7, $8, $9, 'pendiente', $10::timestamptz) returning id`,
)
const row = `b.id, i.id as intervention_id, i.nombre as intervention_name, f.nombre as forecast_name,
  b.medico_tratante, b.fecha_estimada::text as fecha_estimada, b.h_pabellon, b.comentarios, b.autoriza_contacto, b.state,
  b.comentario_ejecutivo, b.created_at`
const named = `join intervention_types i on i.id = b.intervention_type_id left join forecasts f on f.id = b.forecast_id`
// All of a patient's, or those alone that this requester asked for.
const ofPatient =
  'from budget_requests b where b.patient_id = $1 and ($2::int is null or b.requester_id = $2::int)'
const list = statement<BudgetRow>(
  'budgets.list',
  `select ${row} from (select b.* ${ofPatient} order by b.created_at desc, b.id desc limit $3 offset $4) b ${named}
   order by b.created_at desc, b.id desc`,
)
const count = statement<{ count: number }>(
  'budgets.count',
  `select count(*)::int as count from (select 1 ${ofPatient} limit ${exactTotal + 1}) counted`,
)
const one = statement<BudgetRow>(
  'budgets.one',
  `select ${row} from budget_requests b ${named} where b.id = $1`,
)
const answer = statement<{ id: number }>(
  'budgets.answer',
  `update budget_requests set state = 'respondida', comentario_ejecutivo = $2, answered_by = $3,
     answered_at = $4::timestamptz
   where id = $1 and state = 'pendiente' returning id`,
)

export function budgetsStore(db: Database) {
  return {
    interventions: () => db.run(interventions, []),
    forecasts: () => db.run(forecasts, []),
    physicians: () => db.run(physicians, []),
    insert: async (tx: Queries, draft: BudgetDraft, now: Date): Promise<number> => {
      const [written] = await tx.run(insert, [
        draft.requesterId,
        draft.patientId,
        draft.interventionId,
        draft.forecastId,
        draft.medico_tratante,
        draft.fecha_estimada,
        draft.h_pabellon,
        draft.comentarios,
        draft.autoriza_contacto,
        now,
      ])
      if (!written) throw new Error('budgets: nothing was written')
      return written.id
    },
    /** `requesterId` null: whoever asked. */
    list: async (patientId: number, requesterId: number | null, page: Page): Promise<Paged<BudgetRow>> => {
      const [rows, [counted]] = await Promise.all([
        db.run(list, [patientId, requesterId, page.limit, (page.page - 1) * page.limit]),
        db.run(count, [patientId, requesterId]),
      ])
      const total = counted?.count ?? 0
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    one: async (id: number) => (await db.run(one, [id]))[0] ?? null,
    /** False when it is answered already. */
    answer: async (tx: Queries, id: number, text: string, by: number, now: Date) =>
      (await tx.run(answer, [id, text, by, now])).length === 1,
  }
}

export type BudgetsStore = ReturnType<typeof budgetsStore>
