import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { readAt } from '../publishing/publications.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { alertDraft } from './alert-draft.ts'

/** `primary_code` is the colour of text and icon, `secundary_code` the background; both are `#RRGGBB`. */
const alertColor = z.object({
  id: id(),
  color: z.string(),
  primary_code: z.string(),
  secundary_code: z.string(),
})
export type AlertColor = z.output<typeof alertColor>

/** 1 is active, 2 is inactive. */
export const alertStatuses = [
  { id: 1, name: 'Activa' },
  { id: 2, name: 'Inactiva' },
] as const

const publicAlert = z.object({
  id: id(),
  name: z.string(),
  text: z.string(),
  color_id: z.int(),
  color: alertColor,
  status_id: z.int(),
})
export type PublicAlert = z.output<typeof publicAlert>
const status = z.object({ id: z.int(), name: z.string() })
const alert = z.extend(publicAlert, { status, updated_at: moment() })
export type Alert = z.output<typeof alert>

const one = { params: z.object({ id: idParam() }), reply: z.object({ alert }) }
const stateBody = z._default(z.object({ updated_at: readAt }), {})
const noIds = 'Selecciona al menos una alerta'

export const alertEndpoints = endpoints({ access: 'staff', permission: 'content.edit' })({
  listPublic: {
    route: 'GET /alert/public',
    access: 'public',
    summary: 'Lists the active alerts',
    cache: 30,
    reply: z.object({ alerts: z.array(publicAlert) }),
  },
  list: {
    route: 'GET /alert',
    summary: 'Lists all alerts, newest first; with `catalogue=status` it lists the statuses instead',
    query: z.object({ catalogue: z.optional(z.literal('status', 'Catálogo inválido')) }),
    reply: z.object({ alerts: z.optional(z.array(alert)), statuses: z.optional(z.array(status)) }),
  },
  one: {
    route: 'GET /alert/{id}',
    summary: 'Returns an alert',
    ...one,
  },
  create: {
    route: 'POST /alert',
    summary: 'Publishes an alert; active unless `status_id` says otherwise',
    body: alertDraft,
    reply: one.reply,
  },
  edit: {
    route: 'PUT /alert/{id}',
    summary: 'Changes an alert; 409 if it was changed since `updated_at`',
    ...one,
    body: alertDraft,
  },
  enable: {
    route: 'PUT /alert/enable/{id}',
    summary: 'Shows an alert',
    ...one,
    body: stateBody,
  },
  disable: {
    route: 'PUT /alert/disable/{id}',
    summary: 'Hides an alert',
    ...one,
    body: stateBody,
  },
  remove: {
    route: 'DELETE /alert/delete',
    summary: 'Deletes alerts permanently',
    body: z.object({ ids: z.array(id(), noIds).check(z.minLength(1, noIds), atMost(100)) }),
  },
  colors: {
    route: 'GET /alertColor',
    summary: 'Lists the colours of alerts',
    reply: z.object({ colors: z.array(alertColor) }),
  },
  color: {
    route: 'GET /alertColor/{id}',
    summary: 'Returns a colour of alerts',
    params: one.params,
    reply: z.object({ color: alertColor }),
  },
})
