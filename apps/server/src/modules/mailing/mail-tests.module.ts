import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailSample } from '../../platform/mail-layout.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { mailTestsRoutes } from './mail-tests.routes.ts'
import { mailTestsService } from './mail-tests.service.ts'

type MailTestsModuleDependencies = {
  readonly mail: MailQueue
  readonly samples: readonly MailSample[]
}

export function mailTestsModule(
  { config, db, tries, audit }: Platform,
  { mail, samples }: MailTestsModuleDependencies,
) {
  const mailTests = mailTestsService({ db, samples, mail, tries, audit, house: config })
  return { routes: (app: FastifyInstance) => mailTestsRoutes(app, mailTests) }
}
