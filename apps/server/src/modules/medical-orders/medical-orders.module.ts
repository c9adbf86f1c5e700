import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded } from '../../platform/context/events.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import type { FileStore } from '../../ports/files.ts'
import type { AppointmentAgendaService } from '../appointments/appointment-agenda.service.ts'

import { mountMedicalOrdersRoutes } from './medical-orders.routes.ts'
import { createMedicalOrdersService } from './medical-orders.service.ts'
import * as medicalOrdersSql from './medical-orders.sql.ts'

type MedicalOrdersModuleDependencies = {
  readonly appointmentAgenda: AppointmentAgendaService
  readonly ctx: Context
  readonly files: FileStore
  readonly fileRecords: FileRecords
  readonly accountClosed: DomainEvent<AccountEnded>
}

export function createMedicalOrdersModule(
  { db, audit, clock }: Platform,
  { appointmentAgenda, accountClosed, ...stored }: MedicalOrdersModuleDependencies,
) {
  accountClosed.on(async (tx, { personId }) => {
    await stored.fileRecords.setExpiry(tx, await medicalOrdersSql.removeAllOf(tx, personId), clock.now())
  })
  const orders = createMedicalOrdersService({ db, agenda: appointmentAgenda, ...stored, audit, clock })
  return { routes: (app: FastifyInstance) => mountMedicalOrdersRoutes(app, orders) }
}
