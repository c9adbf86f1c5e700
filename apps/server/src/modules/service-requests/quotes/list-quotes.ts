import { type Page, toPageFields } from '@mi-portal/contract/calls/paging'
import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import type { ActorContext } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { readPage } from '../../../platform/database/database.ts'
import type { AuthorizedPatient } from '../../../platform/http/actor.ts'
import { readFiles } from '../request-files.ts'
import * as sql from './quotes.sql.ts'

export const listInterventions = operation(quoteEndpoints.interventions, async ({ db }) => ({
  interventions: await db.run(sql.listInterventions, {}),
}))

export const listForecasts = operation(quoteEndpoints.forecasts, async ({ db }) => ({
  forecasts: await db.run(sql.listForecasts, {}),
}))

export const listPhysicians = operation(quoteEndpoints.physicians, async ({ db }) => ({
  physicians: await db.run(sql.listPhysicians, {}),
}))

/** Lists a patient's quotes. The guardian of an adolescent, and a delegate, see only those that they requested. */
async function readQuotes(ctx: ActorContext, patient: AuthorizedPatient<'requests'>, page: Page) {
  const { db, actor } = ctx
  const filter = { patient_id: patient.id, requester_id: patient.withoutReserved ? actor.id : null }
  const found = await readPage(db, sql.listQuoteRequests, sql.countQuoteRequests, filter, page)
  const ids = found.rows.map(({ id }) => id)
  const pickFiles = await readFiles(ctx, 'budgets', ids)
  return {
    budgets: found.rows.map((row) => {
      const { id, state, is_unread, intervention_id, intervention_name } = row
      return {
        ...row,
        is_unread: is_unread && row.requester_id === actor.id,
        ID: id,
        tipo_intervencion: { id: intervention_id, nombre: intervention_name },
        prevision: row.forecast_name,
        fecha_recepcion: row.created_at,
        estado: state,
        orden_files: pickFiles(id, 'request'),
        documentos_files: pickFiles(id, 'answer'),
      }
    }),
    ...toPageFields(found, page),
  }
}

export const listQuotes = operation(quoteEndpoints.list, (ctx, { patient, query }) =>
  readQuotes(ctx, patient, query),
)

export const listPatientQuotes = operation(quoteEndpoints.listOf, (ctx, { patient, query }) =>
  readQuotes(ctx, patient, query),
)
