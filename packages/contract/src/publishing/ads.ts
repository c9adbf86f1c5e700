/** The clinic's advertisements. The carousel of the home page shows each to the patients it is meant for. */
import * as z from 'zod/mini'
import type { EndpointTable } from '../endpoint.ts'
import { pageReply } from '../paging.ts'
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

export const adEndpoints = {
  list: {
    method: 'GET',
    path: '/ads',
    access: 'signedIn',
    summary:
      'Lists the enabled announcements of the present for a patient’s age and gender; super administrators get all announcements',
    reply: z.object({ ads: z.array(ad) }),
  },
  pages: {
    method: 'POST',
    path: '/ads/pages',
    access: 'staff',
    permission: 'content.edit',
    summary: 'Lists all announcements, with search and pages',
    body: publicationListBody,
    reply: z.object({ ads: z.array(ad), ...pageReply }),
  },
  one: {
    method: 'GET',
    path: '/ads/{id}',
    access: 'staff',
    permission: 'content.edit',
    summary: 'Returns an announcement',
    ...one,
  },
  create: {
    method: 'POST',
    path: '/ads',
    access: 'staff',
    permission: 'content.edit',
    summary: 'Publishes an announcement',
    body: adDraft,
    reply: one.reply,
  },
  edit: {
    method: 'PUT',
    path: '/ads/{id}',
    access: 'staff',
    permission: 'content.edit',
    summary: 'Changes an announcement; 409 if it was changed since `updated_at`',
    ...one,
    body: adDraft,
  },
  disable: {
    method: 'DELETE',
    path: '/ads/disabled/{id}',
    access: 'staff',
    permission: 'content.edit',
    summary: 'Hides an announcement from patients',
    ...one,
  },
  enable: {
    method: 'DELETE',
    path: '/ads/enabled/{id}',
    access: 'staff',
    permission: 'content.edit',
    summary: 'Shows an announcement to patients again',
    ...one,
  },
} as const satisfies EndpointTable
