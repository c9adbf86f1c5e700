/** The published clinic package in memory. It changes as soon as any server or command publishes another one. */

import type { ClinicalContent } from '@mi-portal/contract/clinic/clinic-package'
import { describePublicClinic, type PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import { type Database, findRow } from '../../platform/database/database.ts'
import { describeError, type Logger } from '../../platform/logger.ts'
import type { PublishedClinic } from '../../ports/clinic.ts'
import { isApproved, isContentOffered } from './approvals.rules.ts'
import * as clinicSql from './clinic.sql.ts'
import { clinicChannel } from './clinic.sql.ts'
import { neutralClinic, neutralLogo } from './neutral-clinic.ts'
import { nameRevision, readStoredPackage } from './stored-package.ts'

const pauseMs = 1_000

type PublishedClinicDependencies = {
  readonly db: Database
  readonly logger: Logger
  readonly isDemonstration: boolean
}

export async function openPublishedClinic({
  db,
  logger,
  isDemonstration,
}: PublishedClinicDependencies): Promise<PublishedClinic> {
  const reactions: (() => void)[] = []
  let state = { clinic: neutralClinic, revision: nameRevision(neutralClinic), isPublished: false }
  let described: PublicClinic | null = null
  let isLoading = false
  let isStale = false

  async function load(): Promise<void> {
    const stored = await readStoredPackage(db)
    const clinic = stored ?? neutralClinic
    const revision = nameRevision(clinic)
    const isChanged = revision !== state.revision
    state = { clinic, revision, isPublished: stored !== null }
    described = null
    if (isChanged) for (const react of reactions) react()
  }

  /** Loads the package again. A notification that arrives meanwhile leads to one more load. */
  async function reload(): Promise<void> {
    isStale = true
    if (isLoading) return
    isLoading = true
    try {
      while (isStale) {
        isStale = false
        await load()
      }
    } catch (error) {
      logger.error(describeError(error), 'the published clinic could not be read: the server tries again')
      setTimeout(reload, pauseMs).unref()
    } finally {
      isLoading = false
    }
  }

  const isOffered = (content: ClinicalContent) => isContentOffered(state.clinic, content, isDemonstration)
  const imageWithHash = async (sha256: string) =>
    sha256 === neutralLogo.sha256 ? neutralLogo : findRow(db, clinicSql.image, { sha256 })

  // Listening comes first, so that no publication is missed.
  await db.listen(clinicChannel, { onMessage: reload, onGap: reload })
  await load()

  return {
    current: () => state.clinic,
    revision: () => state.revision,
    image: async (name) => {
      const found = state.clinic.images.find((image) => image.name === name)
      return found ? imageWithHash(found.sha256) : null
    },
    imageWithHash,
    publicClinic: () => {
      described ??= describePublicClinic(state.clinic, isOffered)
      return described
    },
    readiness: () => {
      const { sites, preparations, questionnaires, laboratoryAnalytes, exams, procedures } = state.clinic
      const approved = {
        preparations: isApproved(state.clinic, 'preparations'),
        questionnaires: isApproved(state.clinic, 'questionnaires'),
        laboratory: isApproved(state.clinic, 'laboratory'),
        exams: isApproved(state.clinic, 'exams'),
        procedures: isApproved(state.clinic, 'procedures'),
      }
      const rows = { preparations, questionnaires, laboratory: laboratoryAnalytes, exams, procedures }
      const contents = ['preparations', 'questionnaires', 'laboratory', 'exams', 'procedures'] as const
      return {
        isPublished: state.isPublished,
        hasSites: sites.length > 0,
        approved,
        unapproved: contents.filter((content) => rows[content].length > 0 && !approved[content]),
      }
    },
    isOffered,
    onChange: (react) => {
      reactions.push(react)
    },
  }
}
