import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { atMost } from './fields/text.ts'
import { id } from './values/ids.ts'

export const favouritesMax = 3

export const menuIds = [
  'grupo-familiar',
  'historial-medico',
  'consultas-medicas',
  'solicitar-documento',
  'solicitudes',
  'mis-examenes',
  'laboratorio',
  'otros-examenes',
  'plazos-visualizacion',
  'control-prevencion',
  'solicitud-presupuestos',
  'contactanos',
] as const
export type MenuId = (typeof menuIds)[number]

const none = 'Selecciona una opción.'
const tooMany = 'Selecciona máximo tres opciones.'

const repeated = 'Selecciona opciones distintas.'

export function findFavouritesError(ids: readonly MenuId[]): string | null {
  if (ids.length === 0) return none
  if (ids.length > favouritesMax) return tooMany
  return new Set(ids).size === ids.length ? null : repeated
}

const draft = z.object({
  name: z.string().check(z.minLength(1, none), atMost(80)),
  menu_id: z.enum(menuIds, none),
  patient_id: id(),
})

export const favouriteEndpoints = endpoints({ access: 'patient' })({
  list: {
    route: 'GET /favourites',
    summary: 'Lists the caller’s favourites',
    reply: z.object({
      favourites: z.array(z.object({ id: id(), name: z.string(), menu_id: z.enum(menuIds) })),
    }),
  },
  replace: {
    route: 'POST /favourites',
    summary: 'Replaces the caller’s favourites with one to three others',
    body: z.object({
      favourites: z.array(draft, none).check(
        z.minLength(1, none),
        atMost(favouritesMax, tooMany),
        z.refine((list) => findFavouritesError(list.map((entry) => entry.menu_id)) !== repeated, repeated),
      ),
    }),
    reply: z.object({
      favourites: z.array(z.object({ id: id(), name: z.string(), menu_id: z.enum(menuIds) })),
    }),
  },
})
