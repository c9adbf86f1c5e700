/** Composes the services of the clinic package: the server reads the package, and commands and the start publish one. */
import { readVisits } from '@mi-portal/contract/booking/visit-settings'
import { usualOpenedPeople } from '@mi-portal/contract/staff-reads'
import type { Day } from '@mi-portal/contract/values/dates'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/logger.ts'
import type { MailSample } from '../../platform/mail-layout.ts'
import { createClinicTextsService } from '../legal/clinic-texts.service.ts'
import { mountAdministrationRoutes } from './administration/administration.routes.ts'
import { createAdministrationService } from './administration/administration.service.ts'
import { createMailPreviewService } from './administration/mail-preview.service.ts'
import { createPackageUploadService } from './administration/package-upload.service.ts'
import { createLetterheadReader } from './branding/letterhead.service.ts'
import {
  createBranding,
  createMailboxes,
  createMailSender,
  createResultsFrom,
  findExamServices,
  findResultDurations,
} from './branding/live-settings.service.ts'
import { createPngConverter } from './branding/png-images.service.ts'
import { createLaboratoryCatalogue } from './laboratory/laboratory-catalogue.service.ts'
import { mountPublicClinicRoutes } from './public-clinic.routes.ts'
import { createPublicClinic } from './public-clinic.service.ts'
import { openPublishedClinic, type PublishedClinic } from './published-clinic.service.ts'
import { createPublishingService } from './publishing.service.ts'
import { countOverduePurposes } from './result-texts/result-texts.rules.ts'
import { createResultTexts } from './result-texts/result-texts.service.ts'
import { createShippedImportService } from './shipped-import.service.ts'

/** Composes the services that read the published clinic, for other modules, pages and browsers. */
export function createClinicModule(
  { config, clock }: Pick<Platform, 'clock'> & { readonly config: Pick<Platform['config'], 'demo' | 'ages'> },
  { clinic }: { readonly clinic: PublishedClinic },
) {
  const publicClinic = createPublicClinic(clinic)
  const isDemonstration = config.demo
  const resultTexts = createResultTexts({ clinic, clock, isDemonstration, ageReserve: config.ages.reserve })
  const pngOf = createPngConverter()
  return {
    catalogue: createLaboratoryCatalogue(clinic),
    publicClinic,
    resultTexts,
    readLetterhead: createLetterheadReader(clinic, pngOf),
    routes: (app: FastifyInstance) =>
      mountPublicClinicRoutes(app, {
        publicClinic,
        withheldResults: resultTexts.withheld,
        help: () => clinic.current().help,
        pngOf,
        imageWithHash: clinic.imageWithHash,
      }),
  }
}

/** Creates the views of the published clinic for other parts of the server. Their values follow each publication. */
export function createLiveSettings(
  clinic: PublishedClinic,
  { publicUrl, mailFrom }: Pick<Platform['config'], 'publicUrl' | 'mailFrom'>,
) {
  const branding = createBranding(clinic, publicUrl)
  return {
    branding,
    mailboxes: createMailboxes(clinic),
    examsFrom: createResultsFrom(clinic),
    /** Returns how long the results of each service of exams take, by the numbers of the services. */
    resultDurations: () => findResultDurations(clinic.current()),
    /** Returns whether patients may choose to see results with their physician. */
    offersResultChoice: () => clinic.current().clinic.result_choice === true,
    /** Returns for how many days a result is news. */
    newsDays: () => clinic.current().clinic.news_days ?? 30,
    /** Returns the numbers of days before an appointment on which a reminder is sent. */
    reminderDays: () => readVisits(clinic.current().clinic).reminder_days,
    /** Returns how many people a member of staff opens on a day without a reason. */
    openedPeopleDaily: () => clinic.current().clinic.opened_people_daily ?? usualOpenedPeople,
    /** Returns the type of exams that each service makes, by its number. */
    examServices: () => findExamServices(clinic.current()),
    /** Returns the rules of when results are visible. */
    releaseRules: () => clinic.current().clinic.result_release ?? [],
    unapprovedContent: () => clinic.readiness().unapproved,
    countOverdueTexts: (today: Day) => countOverduePurposes(clinic.current(), today),
    sender: createMailSender(branding, mailFrom),
  }
}

/** Loads the published clinic and keeps it current until the database is closed. */
export function openClinic(parts: {
  readonly db: Database
  readonly logger: Logger
  readonly isDemonstration: boolean
}): Promise<PublishedClinic> {
  return openPublishedClinic(parts)
}

/** Creates the services that publish clinic packages. `isDemonstration` offers clinical content without an approval. */
export function createClinicPublishing(parts: {
  readonly db: Database
  readonly clock: Clock
  readonly isDemonstration: boolean
}) {
  const { db } = parts

  const publishing = createPublishingService({ ...parts, db, legalTexts: createClinicTextsService(db) })
  return {
    publishing,
    ...createShippedImportService({ db, publishing }),
  }
}

/** Composes the administration of the clinic package. It needs the samples of all other modules, so it is composed after them. */
export function createClinicAdministrationModule(
  { config, db, clock, audit }: Platform,
  { samples }: { readonly samples: readonly MailSample[] },
) {
  const { publishing } = createClinicPublishing({ db, clock, isDemonstration: config.demo })
  const parts = { db, publishing, audit, clock }
  const administration = createAdministrationService(parts)
  const upload = createPackageUploadService({ db, administration })
  const mailPreview = createMailPreviewService({ samples, administration, publicUrl: config.publicUrl })
  return {
    routes: (app: FastifyInstance) => mountAdministrationRoutes(app, administration, upload, mailPreview),
  }
}
