import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { RobotCheck } from '../../ports/robot-check.ts'
import type { OutsideScheduling } from '../../ports/scheduling.ts'
import type { ContactService } from '../contact/contact.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { BookingService } from './booking.service.ts'
import { examBookingSamples } from './exam-booking.mails.ts'
import { examBookingRoutes } from './exam-booking.routes.ts'
import { examBookingService } from './exam-booking.service.ts'
import { examBookingStore } from './exam-booking.store.ts'
import { outsideExamsService } from './outside/outside-exams.service.ts'
import type { QuestionnairesService } from './questionnaires/questionnaires.service.ts'

type ExamBookingModuleDependencies = {
  readonly booking: BookingService
  readonly questionnaires: QuestionnairesService
  readonly contact: ContactService
  readonly people: PeopleService
  readonly mail: MailQueue
  readonly robotCheck: RobotCheck
  /** The external scheduling service, or null if the portal has its own calendars. */
  readonly external: OutsideScheduling | null
}

export function examBookingModule(
  { config, db, audit, tries, clock }: Platform,
  { booking, questionnaires, contact, people, mail, robotCheck, external }: ExamBookingModuleDependencies,
) {
  const { desk } = booking
  const own = examBookingService({
    db,
    store: examBookingStore(db),
    robotCheck,
    mail,
    audit,
    tries,
    clock,
    brand: config.brand,
    questionnaires,
    desk,
    keepContact: contact.keepImaging,
  })
  const exams = external ? outsideExamsService({ outside: external, people, desk, own }) : own
  return {
    routes: (app: FastifyInstance) => examBookingRoutes(app, exams),
    mailSamples: examBookingSamples,
  }
}
