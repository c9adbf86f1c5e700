import * as z from 'zod/mini'
import { endpoints, fullPath } from '../calls/endpoint.ts'
import { textLike } from '../fields/text.ts'
import { idParam } from '../values/ids.ts'

const professional = z.object({ id: idParam() })

export const professionalImageEndpoints = endpoints({ access: 'staff', permission: 'agenda.manage' })({
  store: {
    route: 'POST /admin/agenda/professionals/{id}/image',
    summary: 'Stores the photo of a professional in place of an earlier one, and returns its address',
    params: professional,
    form: z.object({}),
    pictures: ['image'],
    reply: z.object({ doctor_image: z.string() }),
  },
  remove: {
    route: 'DELETE /admin/agenda/professionals/{id}/image',
    summary: 'Removes the photo of a professional',
    params: professional,
  },
  read: {
    route: 'GET /professionals/images/{key}',
    access: 'public',
    summary: 'Returns the photo of a professional',
    params: z.object({
      key: textLike(/^[\w-]{22}$/, 22, 'Imagen inválida'),
    }),
    reply: z.string(),
    raw: true,
  },
})

export function professionalImageAddress(key: string | null | undefined): string | null {
  return key ? fullPath(professionalImageEndpoints.read).replace('{key}', key) : null
}
