/** Shows the audit log to super administrators. Reading it writes an entry too. */

import { ApiError } from '@mi-portal/contract/api-error'
import { type AuditEvent, type auditEndpoints, exportMost } from '@mi-portal/contract/audit'
import { pageOf } from '@mi-portal/contract/paging'
import { addDays, dayOf, momentOf, santiago, showDay } from '@mi-portal/contract/values/dates'
import type * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { writeCsv } from '../../platform/csv.ts'
import { toPeoplePatterns } from '../../platform/database/search-words.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { describeForStaff, labelledActions, nameRole } from '../audit-labels/audit-labels.rules.ts'
import { detailText } from './audit.rules.ts'
import type { AuditLogRow, AuditLogSearch, AuditStore } from './audit.store.ts'

type Search = z.output<(typeof auditEndpoints)['export']['body']>
type Paging = { readonly page: number; readonly limit: number }

type AuditDependencies = {
  readonly store: AuditStore
  readonly audit: Audit
  readonly clock: Clock
}

// A name shared by more people than this is rejected as too general.
const maxNamed = 200

const columns = [
  'Fecha',
  'Hora',
  'Quién',
  'Rol',
  'Acción',
  'Código',
  'Persona',
  'Objeto',
  'Resultado',
  'Dirección IP',
  'Detalle',
]

export function createAuditService({ store, audit, clock }: AuditDependencies) {
  function present(
    row: AuditLogRow & { readonly patients?: readonly AuditEvent['patients'][number][] },
  ): AuditEvent {
    const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
    const patient = named(row.patient_id, row.patient_name)
    return {
      id: row.id,
      at: row.at.toISOString(),
      actor: named(row.actor_id, row.actor_name),
      actor_role: row.actor_role,
      action: row.action,
      action_name: describeForStaff(row.action),
      patient,
      patients: [...(row.patients ?? []), ...(patient === null ? [] : [patient])],
      object: row.object,
      outcome: row.outcome,
      ip: row.ip,
      detail: detailText(row.detail),
    }
  }

  /**
   * Returns the people that the words and the id name; null if both are missing. Throws 400 if the words match too
   * many people.
   */
  async function people(
    param: string,
    words: string | null | undefined,
    id: number | null | undefined,
  ): Promise<number[] | null> {
    const patterns = toPeoplePatterns(words ?? '')
    if (patterns === null) return []
    if (patterns.length === 0) return id ? [id] : null
    const found = await store.named(patterns, maxNamed + 1)
    if (found.length > maxNamed)
      throw new ApiError('invalid', { param, msg: 'Hay demasiadas personas con ese nombre. Escribe más' })
    return id ? found.filter((one) => one === id) : found
  }

  async function read(search: Search): Promise<AuditLogSearch> {
    const { from, to } = search
    if (from && to && from > to)
      throw new ApiError('invalid', {
        param: 'from',
        msg: 'La fecha desde debe ser anterior a la fecha hasta',
      })
    return {
      patients: await people('person', search.person, search.patient_id),
      actors: await people('staff', search.staff, search.actor_id),
      action: search.action || null,
      outcome: search.outcome ?? null,
      from: from ? momentOf(from, '00:00') : null,
      before: to ? momentOf(addDays(to, 1), '00:00') : null,
    }
  }

  /**
   * Returns the audit entry of a search. The entry has the id of the patient or of the actor if the search names exactly
   * one, and never the typed words.
   */
  function entry(actor: Actor, action: string, search: Search, read: AuditLogSearch, origin: Origin) {
    const [only, ...others] = read.patients ?? []
    return {
      actorId: actor.id,
      actorRole: actor.rol,
      action,
      patientId: only !== undefined && others.length === 0 ? only : null,
      origin,
      detail: {
        ...(read.action === null ? {} : { action: read.action }),
        ...(search.from ? { from: search.from } : {}),
        ...(search.to ? { to: search.to } : {}),
        ...(read.actors?.length === 1 ? { actor: read.actors[0] } : {}),
      },
    }
  }

  return {
    list: async (actor: Actor, { page, limit, ...search }: Search & Paging, origin: Origin) => {
      const asked = await read(search)
      const found = await store.find(asked, { page, limit })
      await audit.record(entry(actor, 'audit.search', search, asked, origin))
      return { events: found.rows.map(present), ...pageOf(found, { page, limit }) }
    },

    actions: () =>
      labelledActions
        .map((id) => ({ id, name: describeForStaff(id) }))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'es')),

    export: async (actor: Actor, search: Search, origin: Origin) => {
      const asked = await read(search)
      const rows = await store.first(asked, exportMost + 1)
      if (rows.length > exportMost)
        throw new ApiError('invalid', {
          msg: `El archivo admite hasta ${exportMost.toLocaleString('es-CL')} filas. Acota la búsqueda`,
        })
      await audit.record(entry(actor, 'audit.export', search, asked, origin))
      const lines = rows.map(present).map((event) => {
        const { day, time, seconds } = santiago(new Date(event.at))
        return [
          showDay(day),
          `${time}:${seconds}`,
          event.actor?.name ?? '',
          nameRole(event.actor_role),
          event.action_name,
          event.action,
          event.patient?.name ?? '',
          event.object ?? '',
          event.outcome === 'done' ? 'Hecho' : 'Rechazado',
          event.ip ?? '',
          event.detail,
        ]
      })
      return {
        name: `registro-${dayOf(clock.now())}.csv`,
        csv: writeCsv([columns, ...lines]),
        rows: rows.length,
      }
    },
  }
}

export type AuditService = ReturnType<typeof createAuditService>
