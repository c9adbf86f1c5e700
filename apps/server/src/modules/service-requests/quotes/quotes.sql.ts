import { toCount } from '../../../platform/database/sql-parts.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import { stateChange, toRequestAnswer, toRequestInsert, toThreadFields } from '../request-parts.sql.ts'
import type { QuotesSql } from './quotes.sql.generated.ts'

const sql = defineSql<QuotesSql, { state: 'pendiente' | 'respondida' }>('quotes')

export const listInterventions = sql('interventions')`
  select id, nombre from intervention_types where retired_at is null order by id`
export const listForecasts = sql('forecasts')`
  select id, nombre from forecasts where status = 1 and retired_at is null order by position`
export const listPhysicians = sql('physicians')`
  select id, name as nombre! from professionals where active order by name, id limit 2000`
const formColumns = 'medico_tratante, fecha_estimada, h_pabellon, comentarios, autoriza_contacto'
export const insertQuoteRequest = sql('insert')`
  insert into budget_requests ${toRequestInsert('budget_requests', `intervention_type_id, forecast_id, ${formColumns}`)}`
export const answerQuoteRequest = sql('answer')`
  update budget_requests set ${toRequestAnswer('comentario_ejecutivo')}`
export const changeQuoteState = sql('state')`update budget_requests set ${stateChange}`
const thread = toThreadFields('budget', 'b')
const row = `b.id, i.id as intervention_id!, i.nombre as intervention_name!, f.nombre as forecast_name, ${formColumns}, b.state,
  b.comentario_ejecutivo, b.created_at`
const named = `join intervention_types i on i.id = b.intervention_type_id left join forecasts f on f.id = b.forecast_id`
// All requests of a patient, or only those of this requester.
const ofPatient = `from budget_requests b where b.patient_id = :patient_id
   and (:requester_id?::int is null or b.requester_id = :requester_id?::int)`
export const listQuoteRequests = sql('list')`
  select ${row}, b.requester_id, ${thread.fields} from (select b.* ${ofPatient} order by b.created_at desc, b.id desc
  limit :limit_rows offset :offset_rows) b ${named} ${thread.join}
  order by b.created_at desc, b.id desc`
export const countQuoteRequests = sql('count')`${toCount(ofPatient)}`
export const findQuoteRequest = sql('one')`select ${row} from budget_requests b ${named} where b.id = :id`
