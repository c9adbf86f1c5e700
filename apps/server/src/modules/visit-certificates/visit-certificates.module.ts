import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded } from '../../platform/context/events.ts'
import type { ReadLetterhead } from '../../ports/clinic.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { AppointmentAgendaService } from '../appointments/appointment-agenda.service.ts'
import { mountVisitCertificatesRoutes } from './visit-certificates.routes.ts'
import { createVisitCertificatesService } from './visit-certificates.service.ts'
import * as visitCertificatesSql from './visit-certificates.sql.ts'

type VisitCertificatesModuleDependencies = {
  readonly appointmentAgenda: AppointmentAgendaService
  readonly archive: ClinicalArchive
  readonly ctx: Context
  readonly readLetterhead: ReadLetterhead
  readonly accountClosed: DomainEvent<AccountEnded>
}

export function createVisitCertificatesModule(
  { config, db, audit, clock, ipRateLimits }: Platform,
  { appointmentAgenda, accountClosed, ...dependencies }: VisitCertificatesModuleDependencies,
) {
  accountClosed.on(async (tx, { personId }) => {
    await visitCertificatesSql.removeAllOf(tx, personId)
  })
  const certificates = createVisitCertificatesService({
    ...dependencies,
    db,
    agenda: appointmentAgenda,
    ipRateLimits,
    audit,
    clock,
    secrets: config.secrets,
    publicUrl: config.publicUrl,
  })
  return { routes: (app: FastifyInstance) => mountVisitCertificatesRoutes(app, certificates) }
}
