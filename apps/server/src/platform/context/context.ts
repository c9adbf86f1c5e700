/** What an operation may use of the platform. It holds no store, service or rule of a domain. */
import type { PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import type { Ages } from '@mi-portal/contract/values/ages'
import type { AuditStream } from '../../ports/audit-stream.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type {
  ClinicResultTexts,
  ClinicSettings,
  PublishedClinic,
  ReadLetterhead,
  TestCatalogue,
} from '../../ports/clinic.ts'
import type {
  AppointmentWatch,
  ClinicalArchive,
  NewResultsReader,
  PrivateItems,
  ReadPrivateRevision,
  SetPrivate,
} from '../../ports/clinical-archive.ts'
import type { ExamStorage, NewResults } from '../../ports/exam-storage.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import type { FileScanner } from '../../ports/file-scanner.ts'
import type { FileStore, PictureSource, SealedFileStore } from '../../ports/files.ts'
import type { FindIdentityCheck } from '../../ports/identity-check.ts'
import type { ImageArchive } from '../../ports/image-archive.ts'
import type { MailQueue, MailTransport } from '../../ports/mail.ts'
import type { PushService } from '../../ports/push-service.ts'
import type { RobotCheck } from '../../ports/robot-check.ts'
import type { AppointmentCancellation, RemoteScheduling } from '../../ports/scheduling.ts'
import type { TextMessages } from '../../ports/text-messages.ts'
import { type Audit, type AuditEntry, toAuditActor } from '../audit.ts'
import type { Platform } from '../composition/platform.ts'
import type { Queries } from '../database/database.ts'
import type { Actor, Origin } from '../http/actor.ts'
import type { MailSample } from '../mail-layout.ts'
import type { Events } from './events.ts'
import type { ExportPart } from './export-part.ts'

type Ports = {
  readonly archive: ClinicalArchive
  readonly archiveFiles: FileStore
  readonly examStorage: ExamStorage
  readonly newResults: NewResults
  readonly resultsReader: NewResultsReader | null
  readonly privateItems: PrivateItems
  readonly setOwnAppointment: SetPrivate
  readonly privateRevision: ReadPrivateRevision
  readonly imageArchive: ImageArchive
  readonly watch: AppointmentWatch | null
  readonly cancellation: AppointmentCancellation
  readonly remoteScheduling: RemoteScheduling | null
  readonly robotCheck: RobotCheck
  readonly registry: CivilRegistry
  readonly scanner: FileScanner | null
  readonly pictureSource: PictureSource
  /** Returns the free bytes on the disk of files and database. */
  readonly freeSpace: () => Promise<number>
  readonly push: PushService | null
  readonly texts: TextMessages | null
  readonly auditStream: AuditStream | null
  readonly mailTransport: MailTransport | null
  readonly findIdentityCheck: FindIdentityCheck
}

export type Context = Omit<Platform, 'audit'> & {
  readonly auditLog: Audit
  readonly ages: Ages
  readonly ports: Ports
  readonly mail: MailQueue
  readonly mailSamples: readonly MailSample[]
  readonly exportParts: readonly ExportPart[]
  /** The stored files. A file in quarantine is not served. */
  readonly files: FileStore
  readonly fileRecords: FileRecords
  readonly sealedFiles: SealedFileStore
  readonly clinic: PublishedClinic
  readonly publicClinic: () => PublicClinic
  readonly readLetterhead: ReadLetterhead
  readonly resultTexts: ClinicResultTexts
  readonly testCatalogue: TestCatalogue
  readonly settings: ClinicSettings
  /** Returns what this server keeps in memory for the function, which creates it at the first call. */
  readonly inMemory: <State>(create: (ctx: Context) => State) => State
  readonly events: Events
  readonly heartbeatMs: number
}

type Audited = Partial<Pick<AuditEntry, 'actorRole' | 'patientId' | 'object' | 'outcome' | 'detail'>>

type Reader = {
  readonly now: Date
  readonly actor_id: number | null
  readonly actor_role: string
  readonly ip: string | null
  readonly request_id: string | null
}

type CallAudit = {
  readonly add: (tx: Queries, action: string, audited?: Audited) => Promise<void>
  readonly record: (action: string, audited?: Audited) => Promise<void>
  readonly recordEach: (action: string, patientIds: readonly number[], audited?: Audited) => Promise<void>
  /** Returns who reads, when and from where, for a statement that writes its entries itself. */
  readonly reader: () => Reader
}

export type CallContext = Context & { readonly audit: CallAudit; readonly origin: Origin }

export type ActorContext = CallContext & { readonly actor: Actor }

export function createCallContext<Caller extends Pick<Actor, 'id' | 'rol'> | null>(
  context: Context,
  actor: Caller,
  origin: Origin,
): CallContext & { readonly actor: Caller } {
  const { auditLog, clock } = context
  const toEntry = (action: string, audited: Audited): AuditEntry => ({
    ...toAuditActor(actor, origin),
    ...audited,
    action,
  })
  return {
    ...context,
    actor,
    origin,
    audit: {
      add: (tx, action, audited = {}) => auditLog.add(tx, toEntry(action, audited)),
      record: (action, audited = {}) => auditLog.record(toEntry(action, audited)),
      recordEach: (action, patientIds, audited = {}) =>
        auditLog.recordEach(toEntry(action, audited), [...new Set(patientIds)]),
      reader: () => {
        const { actorId, actorRole } = toAuditActor(actor, origin)
        return {
          now: clock.now(),
          actor_id: actorId,
          actor_role: actorRole,
          ip: origin.ip,
          request_id: origin.requestId,
        }
      },
    },
  }
}
