import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseRule } from '@mi-portal/contract/results/release/result-release'
import { createAudit } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Platform } from '../platform/composition/platform.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { readFreeSpace } from '../platform/disk/free-space.ts'
import { describeError } from '../platform/logger.ts'
import { createAssertionSigner } from '../platform/security/assertion.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { AuditStream } from '../ports/audit-stream.ts'
import type { CivilRegistry } from '../ports/civil-registry.ts'
import type { PublishedState, ReadLetterhead } from '../ports/clinic.ts'
import type {
  AppointmentWatch,
  ClinicalArchive,
  GetReservedGroup,
  NewResultsReader,
  PrivateItems,
  ReadPrivateRevision,
} from '../ports/clinical-archive.ts'
import type { ExamStorage, NewResults } from '../ports/exam-storage.ts'
import type { FileRecords } from '../ports/file-records.ts'
import type { FileScanner } from '../ports/file-scanner.ts'
import type { FileStore, PictureSource, SealedFileStore } from '../ports/files.ts'
import type { FindIdentityCheck } from '../ports/identity-check.ts'
import type { ImageArchive } from '../ports/image-archive.ts'
import type { MailSender, MailTransport } from '../ports/mail.ts'
import type { PushService } from '../ports/push-service.ts'
import type { AppointmentCancellation, RemoteScheduling } from '../ports/scheduling.ts'
import type { TextMessages } from '../ports/text-messages.ts'
import { createSyslogStream } from './audit-stream/syslog.ts'
import { createWebhookStream } from './audit-stream/webhook.ts'
import { createCardHash } from './civil-registry/card-hash.ts'
import { createEmbeddedRegistry } from './civil-registry/embedded.ts'
import { createHttpRegistry, type RegistryTimeouts } from './civil-registry/http.ts'
import { createRegistryImport } from './civil-registry/registry-import.ts'
import { createEmbeddedArchive } from './clinical-archive/embedded.ts'
import { archivedExamStorage } from './clinical-archive/exam-storage.ts'
import { createFhirArchive } from './clinical-archive/fhir/fhir-archive.ts'
import type { RequestTimeouts as ArchiveTimeouts } from './clinical-archive/fhir/fhir-client.ts'
import { createHeldResults } from './clinical-archive/held-results.ts'
import { archivedNewResults } from './clinical-archive/new-results.ts'
import { ownPrivateItems, privateRevisionReader } from './clinical-archive/private-exams.ts'
import { createResultImport } from './clinical-archive/result-import/result-import.ts'
import { createWatchFolder } from './clinical-archive/result-import/watch-folder.ts'
import { judgeStoredResults } from './clinical-archive/stored-results.ts'
import { createClamdScanner, mostScannedBytes } from './file-scanner/clamd.ts'
import { checkFileStore } from './files/check-store.ts'
import { createFolderStore } from './files/folder.ts'
import { createSealedFiles } from './files/sealed.ts'
import { createEmbeddedCheck } from './identity-check/embedded.ts'
import { createOidcCheck } from './identity-check/oidc.ts'
import { createStaffCheck } from './identity-check/staff.ts'
import type { ImageTimeouts } from './image-archive/archive-client.ts'
import { createDicomwebArchive } from './image-archive/dicomweb.ts'
import { createImageImport } from './image-archive/stored/image-import.ts'
import { createStoredImages } from './image-archive/stored/stored-images.ts'
import { createSmtpTransport } from './mail/smtp.ts'
import { createPictureSource } from './picture-source/https.ts'
import { createWebPush } from './push-service/web-push.ts'
import { createAltchaCheck } from './robot-check/altcha.ts'
import { createRemoteScheduling } from './scheduling/remote.ts'
import { createTextGateway, type GatewayTimeouts } from './text-messages/http.ts'

type Parts = Pick<Platform, 'config' | 'db' | 'clock' | 'logger'>

export type AdapterOverrides = {
  readonly scanner?: FileScanner
  readonly pictureSource?: PictureSource | undefined
  readonly freeSpace?: () => Promise<number>
  readonly archiveTimeouts?: ArchiveTimeouts | undefined
  readonly registryTimeouts?: RegistryTimeouts | undefined
  readonly imageTimeouts?: Partial<ImageTimeouts> | undefined
  readonly gatewayTimeouts?: GatewayTimeouts | undefined
  readonly pushOrigin?: string | undefined
}

type GivenParts = Parts & AdapterOverrides

async function openPlainFiles(config: Pick<Config, 'files'>): Promise<FileStore> {
  if (config.files.kind === 'folder') return createFolderStore(config.files.folder)
  const { createS3Store: s3Store } = await import('./files/s3.ts')
  return s3Store(config.files)
}

export async function openFiles(config: Pick<Config, 'files' | 'secrets'>): Promise<SealedFileStore> {
  return createSealedFiles(await openPlainFiles(config), config.secrets)
}

export async function openCheckedFiles(config: Config): Promise<SealedFileStore> {
  const files = await openFiles(config)
  await checkFileStore(files)
  return files
}

async function getFreeSpace(config: Config): Promise<number> {
  const folders = [
    config.files.kind === 'folder' ? config.files.folder : tmpdir(),
    ...(config.databaseUrl === undefined ? [config.dataDir] : []),
  ]
  return Math.min(...(await Promise.all(folders.map(readFreeSpace))))
}

export function chooseScanner({ scanner }: Config): FileScanner | null {
  return scanner === null ? null : createClamdScanner(scanner)
}

/** Returns null without a mail server: messages then stay in the outbox, where the demonstration shows them. */
function chooseMailTransport({ smtpUrl }: Config, sender: () => MailSender): MailTransport | null {
  return smtpUrl === undefined ? null : createSmtpTransport({ url: smtpUrl, sender })
}

function chooseCivilRegistry({ config, db, clock, logger, registryTimeouts }: GivenParts): CivilRegistry {
  const { civilRegistry, secrets } = config
  if (civilRegistry === null) return createEmbeddedRegistry(db, createCardHash(secrets))
  const given = registryTimeouts === undefined ? {} : { timeouts: registryTimeouts }
  return createHttpRegistry({ ...civilRegistry, secret: secrets[0], db, clock, logger, ...given })
}

export const chooseCardHash = createCardHash

export function openRegistryImport(db: Database, secrets: Secrets, clock: Clock) {
  return {
    cardHash: createCardHash(secrets),
    registryImport: createRegistryImport(db, createAudit(db, clock)),
  }
}

export async function openImageImport(
  { db, clock, config }: Omit<Parts, 'logger'>,
  fileRecords: FileRecords,
) {
  const files = await openCheckedFiles(config)
  const mostBytes = config.scanner === null ? undefined : mostScannedBytes
  return createImageImport({ db, files, fileRecords, audit: createAudit(db, clock), clock, mostBytes })
}

function openIdentityChecks(
  { config, logger }: Pick<Parts, 'config' | 'logger'>,
  registry: CivilRegistry,
): FindIdentityCheck {
  const { issuer, clientId, clientSecret } = config.oidc
  const redirectUri = `${config.publicUrl}/api/identity/oidc/return`
  const checks = {
    staff: createStaffCheck,
    embedded: createEmbeddedCheck(registry, config.secrets[0]),
    oidc:
      issuer && clientId && clientSecret
        ? createOidcCheck({ issuer, clientId, clientSecret, redirectUri }, logger)
        : null,
  }
  return (kind) => checks[kind]
}

function chooseAuditStream({ auditStream, publicUrl }: Config, clock: Clock): AuditStream | null {
  if (auditStream === null) return null
  if (auditStream.kind === 'syslog') return createSyslogStream(auditStream.url, new URL(publicUrl).hostname)
  return createWebhookStream(auditStream.url, auditStream.secret, clock)
}

function chooseRemoteScheduling(config: Config, clock: Clock): RemoteScheduling | null {
  const { service } = config.scheduling
  if (service === null) return null
  const { url, secret } = service
  const sign = createAssertionSigner(secret, { issuer: config.publicUrl, audience: url }, clock)
  return createRemoteScheduling({ url, sign, clock })
}

type ChosenArchive = {
  readonly archive: ClinicalArchive
  readonly archiveFiles: FileStore
  readonly examStorage: ExamStorage
  readonly newResults: NewResults
  readonly cancellationWith: (own: AppointmentCancellation) => AppointmentCancellation
  readonly resultsReader: NewResultsReader | null
  readonly privateItems: PrivateItems
  readonly privateRevision: ReadPrivateRevision
  readonly watch: AppointmentWatch | null
}

type ArchiveDependencies = {
  readonly files: FileStore
  readonly fileRecords: FileRecords
  readonly catalogue: {
    readonly getReservedGroup: GetReservedGroup
    readonly reservedRevision: () => string
    readonly findExamName: (codes: readonly string[]) => Promise<string | null>
  }
  readonly branding: { readonly brand: string }
  readonly readLetterhead: ReadLetterhead
  readonly clinic: Pick<PublishedState, 'onChange'>
  readonly releaseRules: () => readonly ReleaseRule[]
  readonly offersResultChoice: () => boolean
}

function chooseArchive(parts: GivenParts, dependencies: ArchiveDependencies): ChosenArchive {
  const { config, db, clock, logger, archiveTimeouts } = parts
  const { files, fileRecords, catalogue, branding, clinic, releaseRules, offersResultChoice } = dependencies
  const held = createHeldResults({ db, clock, releaseRules, offersChoice: offersResultChoice })
  const own = createEmbeddedArchive(db, held)
  const stored = {
    examStorage: archivedExamStorage(fileRecords),
    newResults: archivedNewResults(db),
    privateRevision: privateRevisionReader(db),
  }
  if (config.archive === null)
    return {
      ...stored,
      archive: own,
      archiveFiles: files,
      cancellationWith: (scheduling) => scheduling,
      resultsReader: null,
      watch: null,
      privateItems: ownPrivateItems,
    }
  const { files: archiveFiles, ...external } = createFhirArchive({
    ...config.archive,
    ...catalogue,
    db,
    files,
    clock,
    logger,
    own,
    held,
    unnamedPlace: () => branding.brand,
    onSpecialtiesChange: clinic.onChange,
    ...(archiveTimeouts === undefined ? {} : { timeouts: archiveTimeouts }),
  })
  const isWatched = config.archive.sendsNotifications
  return { ...stored, ...external, archiveFiles, ...(isWatched ? {} : { resultsReader: null, watch: null }) }
}

/** Opens the clinical archive. From then on another clinic package applies its lists of hidden and reserved tests to its results. */
function openArchive(parts: GivenParts, dependencies: ArchiveDependencies) {
  const { config, db, clock, logger } = parts
  const { files, fileRecords, catalogue, readLetterhead, clinic } = dependencies
  const { getReservedGroup, reservedRevision } = catalogue
  const judgeResults = () => judgeStoredResults({ db, getReservedGroup, reservedRevision })
  clinic.onChange(() => {
    judgeResults().catch((error: unknown) =>
      logger.error(
        describeError(error),
        'stored results could not be compared with the new lists of reserved tests',
      ),
    )
  })
  return {
    ...chooseArchive(parts, dependencies),
    judgeStoredResults: judgeResults,
    openWatchFolder: (onAdded: () => Promise<unknown>) => {
      const { add } = createResultImport({ db, files, fileRecords, clock, readLetterhead, getReservedGroup })
      return createWatchFolder({ folder: join(config.dataDir, 'archive'), add, onAdded, clock, logger })
    },
  }
}

function choosePushService(
  { config, logger, pushOrigin }: GivenParts,
  sender: () => MailSender,
): PushService | null {
  if (config.pushServices === null) return null
  const { publicUrl, pushServices: hosts } = config
  const contact = () => (publicUrl.startsWith('https:') ? publicUrl : `mailto:${sender().address}`)
  return createWebPush({ hosts, contact, testOrigin: pushOrigin }, logger)
}

function chooseImageArchive(
  { config, db, clock, logger, imageTimeouts }: GivenParts,
  files: FileStore,
): ImageArchive {
  const { images } = config
  if (images === null) return createStoredImages({ db, files, logger })
  return createDicomwebArchive({ ...images, clock, logger, timeouts: imageTimeouts })
}

function chooseTextMessages({ config, clock, logger, gatewayTimeouts }: GivenParts): TextMessages | null {
  if (config.textMessages === null) return null
  const { limits: _, ...gateway } = config.textMessages
  return createTextGateway({ ...gateway, clock, logger, timeouts: gatewayTimeouts })
}

export function chooseAdapters(parts: GivenParts, sender: () => MailSender) {
  const { config, clock } = parts
  const registry = chooseCivilRegistry(parts)
  return {
    robotCheck: createAltchaCheck({ db: parts.db, secrets: config.secrets, clock }),
    scanner: parts.scanner ?? chooseScanner(config),
    transport: chooseMailTransport(config, sender),
    registry,
    findIdentityCheck: openIdentityChecks(parts, registry),
    remoteScheduling: chooseRemoteScheduling(config, clock),
    push: choosePushService(parts, sender),
    pictureSource: parts.pictureSource ?? createPictureSource(parts.logger),
    openImageArchive: (files: FileStore) => chooseImageArchive(parts, files),
    texts: chooseTextMessages(parts),
    auditStream: chooseAuditStream(config, clock),
    freeSpace: parts.freeSpace ?? (() => getFreeSpace(config)),
    openArchive: (dependencies: ArchiveDependencies) => openArchive(parts, dependencies),
  }
}
