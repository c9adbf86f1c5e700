import { toPageFields } from '@mi-portal/contract/calls/paging'
import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import { partNames } from '@mi-portal/contract/clinic/clinic-package'
import { operation } from '../../../platform/context/operation.ts'
import { readPage } from '../../../platform/database/database.ts'
import { neutralClinic } from '../neutral-clinic.ts'
import type { StoredPart } from './drafts.sql.ts'
import * as draftsSql from './drafts.sql.ts'
import { findPresent } from './read-drafts.ts'

const describeAuthor = (row: StoredPart | undefined) =>
  row === undefined ? null : { author: row.author, at: row.at.toISOString() }

export const listParts = operation(clinicAdministrationEndpoints.parts, async ({ db }) => {
  const rows = await db.run(draftsSql.present, {})
  const parts = partNames.map((part) => {
    const published = rows.find((row) => row.part === part && row.state === 'published')
    const draft = rows.find((row) => row.part === part && row.state === 'draft')
    const content = (draft ?? published)?.content
    return {
      part,
      rows: Array.isArray(content) ? content.length : null,
      published: describeAuthor(published),
      draft: describeAuthor(draft),
    }
  })
  return { parts }
})

export const readPart = operation(
  clinicAdministrationEndpoints.part,
  async ({ db }, { params: { part } }) => {
    const row = findPresent(await db.run(draftsSql.present, {}), part)
    return {
      content: row === undefined ? neutralClinic[part] : row.content,
      based_on: row?.id ?? null,
      is_draft: row?.state === 'draft',
    }
  },
)

export const listVersions = operation(
  clinicAdministrationEndpoints.versions,
  async ({ db }, { params: { part }, query: page }) => {
    const found = await readPage(db, draftsSql.versions, draftsSql.countVersions, { part }, page)
    const versions = found.rows.map((row) => ({ ...row, note: row.note === '' ? null : row.note }))
    return { versions, ...toPageFields(found, page) }
  },
)
