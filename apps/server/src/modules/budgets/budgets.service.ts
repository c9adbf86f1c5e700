/** Budgets that patients ask for. */
import { type budgetEndpoints, interventionNeeds, orderMissing } from '@mi-portal/contract/budgets'
import type { Received, Reply } from '@mi-portal/contract/endpoint'
import { Failure, type Fault } from '@mi-portal/contract/failure'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Origin, ReachablePatientId } from '../../platform/http/actor.ts'
import type { Attachment } from '../../platform/http/forms/attachments.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import { factsOf } from './budgets.rules.ts'
import type { BudgetsStore } from './budgets.store.ts'

type Form = Received<typeof budgetEndpoints.ask>['form']

export function budgetsService({
  store,
  requests,
}: {
  readonly store: BudgetsStore
  readonly requests: DeskRequestsService
}) {
  async function faultsOf(form: Form, files: readonly Attachment[]): Promise<Fault[]> {
    const faults: Fault[] = []
    const needs = interventionNeeds(form.id_intervencion)
    if (needs.forecast && !(await store.forecasts()).some(({ id }) => String(id) === form.c_prevision))
      faults.push({ param: 'c_prevision', msg: 'Selecciona Previsión' })
    if (needs.order && files.length === 0) faults.push({ param: 'file', msg: orderMissing })
    return faults
  }

  return {
    interventions: store.interventions,
    forecasts: store.forecasts,
    physicians: store.physicians,

    /** `reachable` is null where the form itself may name the patient. */
    ask: async (
      actor: Actor,
      reachable: ReachablePatientId | null,
      form: Form,
      files: readonly Attachment[],
      origin: Origin,
    ): Promise<number> => {
      const faults = await faultsOf(form, files)
      if (faults.length > 0) throw new Failure('invalid', { faults })
      const patient = reachable ?? (await requests.reachable(actor, 'budgets', form.patient_id, origin))
      const needs = interventionNeeds(form.id_intervencion)
      return requests.submit({
        actor,
        matter: 'budgets',
        patient,
        files,
        origin,
        insert: (tx, now) =>
          store.insert(
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
            now,
          ),
      })
    },

    /** A patient's budgets; of an adolescent their guardian sees those alone that they asked for. */
    list: async (
      actor: Actor,
      patient: ReachablePatientId,
      page: Page,
    ): Promise<Reply<typeof budgetEndpoints.list>> => {
      const found = await store.list(patient.id, patient.withoutReserved ? actor.id : null, page)
      const filesOf = await requests.filesOf(
        'budgets',
        found.rows.map(({ id }) => id),
      )
      return {
        budgets: found.rows.map((row) => ({
          ID: row.id,
          tipo_intervencion: { id: row.intervention_id, nombre: row.intervention_name },
          medico_tratante: row.medico_tratante,
          fecha_recepcion: row.created_at.toISOString(),
          fecha_estimada: row.fecha_estimada,
          h_pabellon: row.h_pabellon,
          comentarios: row.comentarios,
          estado: row.state,
          comentario_ejecutivo: row.comentario_ejecutivo,
          documentos_files: filesOf(row.id, 'answer'),
        })),
        ...pageOf(found, page),
      }
    },

    atDesk: async (id: number) => {
      const budget = await store.one(id)
      return budget === null
        ? { facts: [], message: '' }
        : { facts: factsOf(budget), message: budget.comentarios }
    },
    answer: (tx: Queries, id: number, text: string, by: number, now: Date) =>
      store.answer(tx, id, text, by, now),
  }
}

export type BudgetsService = ReturnType<typeof budgetsService>
