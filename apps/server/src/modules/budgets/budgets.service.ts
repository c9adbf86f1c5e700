/** Quotes that patients request. */

import { ApiError, type FieldError } from '@mi-portal/contract/api-error'
import {
  admissionErrorOf,
  type budgetEndpoints,
  interventionNeeds,
  orderMissing,
} from '@mi-portal/contract/budgets'
import type { Received, Reply } from '@mi-portal/contract/endpoint'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, AuthorizedPatient, Origin } from '../../platform/http/actor.ts'
import type { Attachment } from '../../platform/http/forms/attachments.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import { factsOf } from './budgets.rules.ts'
import * as budgetsSql from './budgets.sql.ts'

type Form = Received<typeof budgetEndpoints.request>['form']

export function createBudgetsService({
  db,
  requests,
  clock,
}: {
  readonly db: Database
  readonly requests: DeskRequestsService
  readonly clock: Clock
}) {
  async function fieldErrorsOf(form: Form, files: readonly Attachment[]): Promise<FieldError[]> {
    const fieldErrors: FieldError[] = []
    const needs = interventionNeeds(form.id_intervencion)
    if (needs.forecast && !(await budgetsSql.forecasts(db)).some(({ id }) => String(id) === form.c_prevision))
      fieldErrors.push({ param: 'c_prevision', msg: 'Selecciona Previsión' })
    const admission = admissionErrorOf(form.fecha_estimada, dayOf(clock.now()))
    if (admission) fieldErrors.push({ param: 'fecha_estimada', msg: admission })
    if (needs.order && files.length === 0) fieldErrors.push({ param: 'file', msg: orderMissing })
    return fieldErrors
  }

  return {
    interventions: () => budgetsSql.interventions(db),
    forecasts: () => budgetsSql.forecasts(db),
    physicians: () => budgetsSql.physicians(db),

    /** Stores a request. `reachable` is null if the form itself may name the patient. */
    requestQuote: async (
      actor: Actor,
      reachable: AuthorizedPatient<'requests'> | null,
      form: Form,
      files: readonly Attachment[],
      origin: Origin,
    ): Promise<number> => {
      const fieldErrors = await fieldErrorsOf(form, files)
      if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
      const patient = reachable ?? (await requests.reachable(actor, 'budgets', form.patient_id, origin))
      const needs = interventionNeeds(form.id_intervencion)
      return requests.submit({
        actor,
        matter: 'budgets',
        patient,
        files,
        origin,
        insert: (tx, arrival) =>
          budgetsSql.insert(
            tx,
            {
              requesterId: actor.id,
              patientId: patient.id,
              interventionId: Number(form.id_intervencion),
              forecastId: needs.forecast ? Number(form.c_prevision) : null,
              medico_tratante: form.medico_tratante,
              fecha_estimada: form.fecha_estimada,
              h_pabellon: needs.hours ? Number(form.h_pabellon) : null,
              comentarios: form.comentarios,
              autoriza_contacto: form.autoriza_contacto === 'Si',
            },
            arrival,
          ),
      })
    },

    /** Lists a patient's quotes. The guardian of an adolescent, and a delegate, see only those that they requested. */
    list: async (
      actor: Actor,
      patient: AuthorizedPatient<'requests'>,
      page: Page,
    ): Promise<Reply<typeof budgetEndpoints.list>> => {
      const found = await budgetsSql.list(db, patient.id, patient.withoutReserved ? actor.id : null, page)
      await requests.markAnswersRead(actor, 'budgets', found.rows)
      const filesOf = await requests.filesOf(
        'budgets',
        found.rows.map(({ id }) => id),
      )
      return {
        budgets: found.rows.map((row) => ({
          ID: row.id,
          tipo_intervencion: { id: row.intervention_id, nombre: row.intervention_name },
          prevision: row.forecast_name,
          medico_tratante: row.medico_tratante,
          fecha_recepcion: row.created_at.toISOString(),
          due_at: row.due_at.toISOString(),
          fecha_estimada: row.fecha_estimada,
          h_pabellon: row.h_pabellon,
          comentarios: row.comentarios,
          estado: row.state,
          comentario_ejecutivo: row.comentario_ejecutivo,
          autoriza_contacto: row.autoriza_contacto,
          orden_files: filesOf(row.id, 'request'),
          documentos_files: filesOf(row.id, 'answer'),
        })),
        ...pageOf(found, page),
      }
    },

    describeForStaff: async (id: number) => {
      const budget = await budgetsSql.one(db, id)
      return budget === null
        ? { facts: [], message: '' }
        : { facts: factsOf(budget), message: budget.comentarios }
    },
    answer: (tx: Queries, id: number, text: string, by: number, now: Date) =>
      budgetsSql.answer(tx, id, text, by, now),
  }
}

export type BudgetsService = ReturnType<typeof createBudgetsService>
