import { adEndpoints } from '@mi-portal/contract/publishing/ads'
import { preventionEndpoints } from '@mi-portal/contract/publishing/prevention'
import { publishingEndpoints } from '@mi-portal/contract/publishing/publications'
import {
  defineCases,
  nothingThere,
  open,
  signedIn,
  superAdminOnly,
} from '../../../test/authorization/cases.ts'
import { noForm } from '../../../test/authorization/sent.ts'

const articleDraft = { params: { kind: 'article', target: 0 }, body: { data: { title: 'Nota' } } }

export const publishingCases = [
  ...defineCases('ads', adEndpoints, {
    list: signedIn({ but: { administrator: 403 } }),
    pages: superAdminOnly({ body: {} }),
    one: superAdminOnly({ ...nothingThere, ok: 404 }),
    create: superAdminOnly({ body: {}, ok: 400 }),
    edit: superAdminOnly({ ...nothingThere, ok: 400 }),
    disable: superAdminOnly({ ...nothingThere, ok: 404 }),
    enable: superAdminOnly({ ...nothingThere, ok: 404 }),
  }),

  ...defineCases('prevention', preventionEndpoints, {
    list: signedIn({ but: { administrator: 403 } }),
    pages: signedIn({ body: {}, but: { administrator: 403 } }),
    templates: superAdminOnly(),
    one: superAdminOnly({ ...nothingThere, ok: 404 }),
    create: superAdminOnly({ body: {}, ok: 400 }),
    edit: superAdminOnly({ ...nothingThere, ok: 400 }),
    disable: superAdminOnly({ ...nothingThere, ok: 404 }),
    enable: superAdminOnly({ ...nothingThere, ok: 404 }),
  }),

  ...defineCases('publishing', publishingEndpoints, {
    draft: superAdminOnly({ ...articleDraft }),
    storeDraft: superAdminOnly({ ...articleDraft }),
    deleteDraft: superAdminOnly({ ...articleDraft }),
    storeImage: superAdminOnly({ ...noForm, ok: 400 }),
    image: open({ params: { key: 'k'.repeat(22) }, ok: 404 }),
  }),
]
