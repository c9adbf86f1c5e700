import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { PeopleService } from '../people/people.service.ts'
import { staffReadsSamples } from './staff-reads.mails.ts'
import { mountStaffReadsRoutes } from './staff-reads.routes.ts'
import { createStaffReadsService } from './staff-reads.service.ts'

type StaffReadsModuleDependencies = {
  readonly people: PeopleService
  readonly mail: MailQueue
  /** Returns the number of people whom a member of staff opens on a day without a reason. */
  readonly openedPeopleDaily: () => number
}

export function createStaffReadsModule(
  { db, audit, clock }: Platform,
  { people, mail, openedPeopleDaily }: StaffReadsModuleDependencies,
) {
  const staffReads = createStaffReadsService({
    db,
    people,
    audit,
    mail,
    clock,
    budget: openedPeopleDaily,
  })
  return {
    staffReads,
    routes: (app: FastifyInstance) => mountStaffReadsRoutes(app, staffReads),
    mailSamples: staffReadsSamples,
  }
}
