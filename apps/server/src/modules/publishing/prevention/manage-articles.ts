import { ApiError } from '@mi-portal/contract/calls/api-error'
import { permits } from '@mi-portal/contract/permissions/permissions'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { type ArticleDraft, preventionEndpoints, readLayout } from '@mi-portal/contract/publishing/prevention'
import { toDay } from '@mi-portal/contract/values/dates'
import { operation } from '../../../platform/context/operation.ts'
import type { Row } from '../../../platform/database/statement.ts'
import { managePublication, toStoredPeriod } from '../manage-rows.ts'
import { copyImage } from '../store-publications.ts'
import { articleTemplates } from './prevention.rules.ts'
import { articleRows } from './prevention.sql.ts'

type ArticleRow = Row<typeof articleRows.one>

const articles = managePublication({
  rows: articleRows,
  toReply: (row: ArticleRow) => ({ controlPrevention: toArticle(row) }),
  toRow: async (ctx, draft: ArticleDraft) => {
    if (draft.reviewed_on !== null && draft.reviewed_on > toDay(ctx.clock.now()))
      throw new ApiError('invalid', {
        param: 'reviewed_on',
        msg: 'La fecha de revisión no puede ser posterior a hoy',
      })
    // The form sends the status as text.
    const row = { ...draft, ...toStoredPeriod(draft), status: draft.status === 'true' }
    const layout = readLayout(draft.html)
    if (layout === null) return row
    const postImageUrl = await copyImage(ctx, layout.postImageUrl, 'postImageUrl')
    return { ...row, html: JSON.stringify({ ...layout, postImageUrl }) }
  },
  actions: {
    create: 'prevention.create',
    edit: 'prevention.edit',
    enable: 'prevention.enable',
    disable: 'prevention.disable',
  },
})

function toArticle(row: ArticleRow) {
  return { ...row, status: row.status ? ('true' as const) : ('false' as const) }
}

export const listArticles = operation(preventionEndpoints.list, async (ctx) => ({
  controlsPreventions: (await articles.list(ctx)).map(toArticle),
}))

export const listArticlePages = operation(preventionEndpoints.pages, async (ctx, { body }) => {
  if (isStaff(ctx.actor)) {
    if (!permits(ctx.actor.permissions, 'content.edit')) throw new ApiError('forbidden')
    const { found, ...paging } = await articles.listPage(ctx, body)
    return { controlsPreventions: found.map(toArticle), ...paging }
  }
  // A patient gets only enabled articles, also if the body names another status.
  const { filter, page, limit } = body
  const found = await articles.listMeantForCaller(ctx, filter)
  const shown = found.slice((page - 1) * limit, page * limit)
  return { controlsPreventions: shown.map(toArticle), total: found.length, page, limit }
})

export const listTemplates = operation(preventionEndpoints.templates, async () => ({
  templates: articleTemplates,
}))

export const getArticle = operation(preventionEndpoints.one, articles.find)
export const createArticle = operation(preventionEndpoints.create, articles.create)
export const editArticle = operation(preventionEndpoints.edit, articles.edit)
export const disableArticle = operation(preventionEndpoints.disable, articles.disable)
export const enableArticle = operation(preventionEndpoints.enable, articles.enable)
