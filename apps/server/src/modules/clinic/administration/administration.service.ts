/** Lets super administrators edit the clinic package: drafts, their publication, the history and earlier versions. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { PartSummary, PartVersion } from '@mi-portal/contract/clinic/administration'
import {
  type ClinicPackage,
  type PartName,
  parsePart,
  partNames,
  schemaOf,
} from '@mi-portal/contract/clinic/clinic-package'
import { comparePackages } from '@mi-portal/contract/clinic/differences'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import { dayOf } from '@mi-portal/contract/values/dates'
import * as z from 'zod/mini'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import { fieldErrorsOf, inWords } from '../../../platform/http/checks/input.ts'
import * as clinicSql from '../clinic.sql.ts'
import { neutralClinic } from '../neutral-clinic.service.ts'
import { readPackage } from '../package/read-package.service.ts'
import { writePackage } from '../package/write-package.service.ts'
import { InvalidPackageError, type PublishingService } from '../publishing.service.ts'
import { readStoredImages } from '../stored-package.service.ts'
import type { StoredPart } from './drafts.sql.ts'
import * as draftsSql from './drafts.sql.ts'

type AdministrationDependencies = {
  readonly db: Database
  readonly publishing: PublishingService
  readonly audit: Audit
  readonly clock: Clock
}

/** The stored state of a part on which an edit is based; null if nothing was stored. */
type BasedOn = { readonly part: PartName; readonly id: number | null }

/** The package as it would be with the drafts. */
type Candidate = {
  readonly published: ClinicPackage | null
  readonly clinic: ClinicPackage
  readonly drafts: readonly StoredPart[]
}

export type ClinicAdministration = ReturnType<typeof createAdministrationService>

export function createAdministrationService(dependencies: AdministrationDependencies) {
  const { db, publishing, audit, clock } = dependencies

  function addAuditEntry(tx: Queries, actor: Actor, action: string, object: string, origin: Origin) {
    return audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action: `clinic.${action}`,
      patientId: null,
      object,
      origin,
    })
  }

  const readCandidate = async (): Promise<Candidate> => candidateOf(await draftsSql.present(db))

  /**
   * Stores contents as drafts. A content that equals the published one needs no draft.
   *
   * @throws {ApiError} `changedMeanwhile` when `basedOn` is no longer the present state of its part
   */
  async function saveDrafts(
    actor: Actor,
    contents: Partial<ClinicPackage>,
    origin: Origin,
    basedOn?: BasedOn,
  ): Promise<void> {
    await db.transaction(async (tx) => {
      await clinicSql.lock(tx)
      const rows = await draftsSql.present(db, tx)
      if (basedOn !== undefined) rejectStale(rows, basedOn)
      const { published, clinic } = candidateOf(rows)
      const changed = partNames.filter(
        (part) => contents[part] !== undefined && !isSame(contents[part], clinic[part]),
      )
      for (const part of changed) {
        if (published !== null && isSame(contents[part], published[part])) await draftsSql.remove(tx, part)
        else await draftsSql.put(tx, part, contents[part], actor.id, clock.now())
        await addAuditEntry(tx, actor, 'saveDraft', `part=${part}`, origin)
      }
    })
  }

  /** Checks a package as the command `clinic:check` does: each error has its file and line. */
  async function check(clinic: ClinicPackage) {
    return readPackage(writePackage(clinic, await readImages(clinic)), dayOf(clock.now()))
  }

  const readImages = (clinic: ClinicPackage) => readStoredImages(db, clinic)

  return {
    readCandidate,
    readImages,
    saveDrafts,

    parts: async (): Promise<PartSummary[]> => {
      const rows = await draftsSql.present(db)
      return partNames.map((part) => {
        const published = rows.find((row) => row.part === part && row.state === 'published')
        const draft = rows.find((row) => row.part === part && row.state === 'draft')
        const content = (draft ?? published)?.content
        return {
          part,
          rows: Array.isArray(content) ? content.length : null,
          published: authoredOf(published),
          draft: authoredOf(draft),
        }
      })
    },

    part: async (part: PartName) => {
      const row = presentOf(await draftsSql.present(db), part)
      return {
        content: row === undefined ? neutralClinic[part] : row.content,
        based_on: row?.id ?? null,
        is_draft: row?.state === 'draft',
      }
    },

    /** Stores the content of a part as its draft. Rejects content that does not fit the schema, with the path of each value. */
    saveDraft: async (
      actor: Actor,
      part: PartName,
      draft: { content?: unknown; based_on: number | null },
      origin: Origin,
    ) => {
      const body = z.object({ content: schemaOf(part) })
      const { error } = z.safeParse(body, { content: draft.content }, inWords)
      if (error) throw new ApiError('invalid', { fieldErrors: fieldErrorsOf(body, error.issues) })
      await saveDrafts(actor, { [part]: parsePart(part, draft.content) }, origin, {
        part,
        id: draft.based_on,
      })
    },

    discardDraft: (actor: Actor, part: PartName, origin: Origin): Promise<void> =>
      db.transaction(async (tx) => {
        await clinicSql.lock(tx)
        if (await draftsSql.remove(tx, part))
          await addAuditEntry(tx, actor, 'discardDraft', `part=${part}`, origin)
      }),

    changes: async () => {
      const { published, clinic } = await readCandidate()
      const changes = comparePackages(published, clinic).map(({ isReordered: _, ...change }) => change)
      const { errors } = await check(clinic)
      return { changes, errors }
    },

    /** Publishes all drafts at once. Returns the parts, or the errors that prevented the publication. */
    publish: async (actor: Actor, note: string, origin: Origin) => {
      const { clinic, drafts: own } = await readCandidate()
      const { errors, locate } = await check(clinic)
      if (errors.length > 0) return { published: [], errors }
      const published = own.flatMap(({ part }) => partNames.filter((name) => name === part))
      const publisher = { author: actor.id, note }
      try {
        await publishing.publish(contentsOf(own), new Map(), publisher, async (tx) => {
          // A draft that was changed meanwhile has another id: nothing is published that was not shown.
          const ids = own.map(({ id }) => id)
          if ((await draftsSql.removeById(tx, ids)) !== ids.length) throw new ApiError('changedMeanwhile')
          await addAuditEntry(tx, actor, 'publish', `parts=${published.join(',')}`, origin)
        })
      } catch (error) {
        if (!(error instanceof InvalidPackageError)) throw error
        return { published: [], errors: error.errors.map(locate) }
      }
      return { published, errors: [] }
    },

    versions: async (part: PartName, page: Page) => {
      const found = await draftsSql.versions(db, part, page)
      const versions = found.rows.map(
        ({ id, published_at, author, note, is_current }): PartVersion => ({
          id,
          published_at: published_at.toISOString(),
          author,
          note: note === '' ? null : note,
          is_current,
        }),
      )
      return { versions, ...pageOf(found, page) }
    },

    /** Stores an earlier version of a part as its draft. Throws 404 if the part has no such version. */
    restore: async (actor: Actor, part: PartName, id: number, origin: Origin): Promise<void> => {
      const version = await draftsSql.version(db, part, id)
      if (version === null) throw new ApiError('notFound')
      if (!z.safeParse(schemaOf(part), version.content).success) throw new ApiError('oldClinicVersion')
      await saveDrafts(actor, { [part]: parsePart(part, version.content) }, origin)
    },
  }
}

function candidateOf(rows: readonly StoredPart[]): Candidate {
  const published = rows.filter(({ state }) => state === 'published')
  const own = rows.filter(({ state }) => state === 'draft')
  return {
    published: published.length === 0 ? null : { ...neutralClinic, ...contentsOf(published) },
    clinic: { ...neutralClinic, ...contentsOf(published), ...contentsOf(own) },
    drafts: own,
  }
}

function rejectStale(rows: readonly StoredPart[], basedOn: BasedOn): void {
  const present = presentOf(rows, basedOn.part)
  if ((present?.id ?? null) !== basedOn.id) throw new ApiError('changedMeanwhile')
}

/** Returns the draft of a part, or else its published version. */
function presentOf(rows: readonly StoredPart[], part: PartName): StoredPart | undefined {
  const own = rows.filter((row) => row.part === part)
  return own.find(({ state }) => state === 'draft') ?? own[0]
}

function authoredOf(row: StoredPart | undefined) {
  return row === undefined ? null : { author: row.author, at: row.at.toISOString() }
}

function contentsOf(rows: readonly StoredPart[]): Partial<ClinicPackage> {
  return Object.fromEntries(
    partNames.flatMap((name) => {
      const row = rows.find(({ part }) => part === name)
      return row === undefined ? [] : [[name, parsePart(name, row.content)] as const]
    }),
  )
}

// Both sides stand in the order of the schema.
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
