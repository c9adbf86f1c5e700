/**
 * Articles on control and prevention: each patient gets those for their age and gender, and super administrators
 * manage all of them.
 */
import { ApiError } from '@mi-portal/contract/api-error'
import { permits } from '@mi-portal/contract/permissions'
import { type Article, type ArticleDraft, readLayout } from '@mi-portal/contract/prevention'
import type { PublicationListQuery } from '@mi-portal/contract/publishing'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { createPublishedService, toPeriod } from '../publishing/published.service.ts'
import type { PublishingService } from '../publishing/publishing.service.ts'
import type { ArticleRow, PreventionStore } from './prevention.store.ts'

type PreventionDependencies = {
  readonly db: Database
  readonly store: PreventionStore
  readonly publishing: PublishingService
  readonly audit: Audit
  readonly clock: Clock
}

const actions = {
  create: 'prevention.create',
  edit: 'prevention.edit',
  enable: 'prevention.enable',
  disable: 'prevention.disable',
}

function present(row: ArticleRow): Article {
  return {
    ...row,
    ...toPeriod(row),
    status: row.status ? 'true' : 'false',
    updated_at: row.updated_at.toISOString(),
  }
}

export function createPreventionService(dependencies: PreventionDependencies) {
  const { readerOf, copyImage } = dependencies.publishing
  const articles = createPublishedService<ArticleRow, ArticleDraft>({
    ...dependencies,
    readerOf,
    copyImages: async (actor, draft, origin) => {
      const layout = readLayout(draft.html)
      if (layout === null) return draft
      const postImageUrl = await copyImage(actor, layout.postImageUrl, 'postImageUrl', origin)
      return { ...draft, html: JSON.stringify({ ...layout, postImageUrl }) }
    },
    actions,
  })
  function rejectFutureReview({ reviewed_on }: ArticleDraft): void {
    if (reviewed_on !== null && reviewed_on > dayOf(dependencies.clock.now()))
      throw new ApiError('invalid', {
        param: 'reviewed_on',
        msg: 'La fecha de revisión no puede ser posterior a hoy',
      })
  }

  return {
    /** Lists the caller's articles in the order of `order_control`. Throws 403 for staff that do not edit them. */
    list: async (actor: Actor): Promise<Article[]> => (await articles.list(actor)).map(present),

    pages: async (actor: Actor, query: PublicationListQuery) => {
      if (actor.rol !== 'STANDART_ROLE') {
        if (!permits(actor.permissions, 'content.edit')) throw new ApiError('forbidden')
        const { rows, ...paging } = await articles.page(query)
        return { controlsPreventions: rows.map(present), ...paging }
      }
      // A patient gets only enabled articles, also if the body names another status.
      const { filter, page, limit } = query
      const rows = await articles.meantFor(actor.id, filter)
      const shown = rows.slice((page - 1) * limit, page * limit)
      return { controlsPreventions: shown.map(present), total: rows.length, page, limit }
    },

    one: async (id: number): Promise<Article> => present(await articles.one(id)),

    create: async (actor: Actor, draft: ArticleDraft, origin: Origin): Promise<Article> => {
      rejectFutureReview(draft)
      return present(await articles.create(actor, draft, origin))
    },

    /** Changes an article. Throws 409 if another person changed it since it was read. */
    edit: async (actor: Actor, id: number, draft: ArticleDraft, origin: Origin): Promise<Article> => {
      rejectFutureReview(draft)
      return present(await articles.edit(actor, id, draft, origin))
    },

    setStatus: async (actor: Actor, id: number, status: boolean, origin: Origin): Promise<Article> =>
      present(await articles.setStatus(actor, id, status, origin)),
  }
}

export type PreventionService = ReturnType<typeof createPreventionService>
