import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { pageReply } from '../calls/paging.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { adDraft } from './ad-draft.ts'
import { periodReply, publicationListBody } from './publications.ts'

const ad = z.object({
  id: id(),
  /** What the image shows, for users who cannot see it; empty when staff wrote nothing. */
  title: z.string(),
  image: z.string(),
  url: z.string(),
  from_age: z.int(),
  to_age: z.int(),
  /** 0 means every gender. */
  gender_id: z.int(),
  order_advertising: z.int(),
  status: z.boolean(),
  ...periodReply,
  updated_at: moment(),
})
export type Ad = z.output<typeof ad>

const one = { params: z.object({ id: idParam() }), reply: z.object({ ad }) }

export const adEndpoints = endpoints({ access: 'staff', permission: 'content.edit' })({
  list: {
    route: 'GET /ads',
    access: 'signedIn',
    summary:
      'Lists the enabled announcements of the present for a patient’s age and gender; super administrators get all announcements',
    reply: z.object({ ads: z.array(ad) }),
  },
  pages: {
    route: 'POST /ads/pages',
    summary: 'Lists all announcements, with search and pages',
    body: publicationListBody,
    reply: z.object({ ads: z.array(ad), ...pageReply }),
  },
  one: {
    route: 'GET /ads/{id}',
    summary: 'Returns an announcement',
    ...one,
  },
  create: {
    route: 'POST /ads',
    summary: 'Publishes an announcement',
    body: adDraft,
    reply: one.reply,
  },
  edit: {
    route: 'PUT /ads/{id}',
    summary: 'Changes an announcement; 409 if it was changed since `updated_at`',
    ...one,
    body: adDraft,
  },
  disable: {
    route: 'DELETE /ads/disabled/{id}',
    summary: 'Hides an announcement from patients',
    ...one,
  },
  enable: {
    route: 'DELETE /ads/enabled/{id}',
    summary: 'Shows an announcement to patients again',
    ...one,
  },
})
