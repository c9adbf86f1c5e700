/** Photos of professionals: staff store them, and everyone who sees the professional's name sees the photo. */
import * as z from 'zod/mini'
import { type EndpointTable, fullPath } from './endpoint.ts'
import { atMost } from './text.ts'
import { idParam } from './values/ids.ts'

const professional = z.object({ id: idParam() })

export const professionalImageEndpoints = {
  store: {
    method: 'POST',
    path: '/admin/agenda/professionals/{id}/image',
    access: 'staff',
    permission: 'agenda.manage',
    summary: 'Stores the photo of a professional in place of an earlier one, and returns its address',
    params: professional,
    form: z.object({}),
    pictures: ['image'],
    reply: z.object({ doctor_image: z.string() }),
  },
  remove: {
    method: 'DELETE',
    path: '/admin/agenda/professionals/{id}/image',
    access: 'staff',
    permission: 'agenda.manage',
    summary: 'Removes the photo of a professional',
    params: professional,
    reply: z.object({}),
  },
  read: {
    method: 'GET',
    path: '/professionals/images/{key}',
    access: 'public',
    summary: 'Returns the photo of a professional',
    params: z.object({
      key: z
        .string('Imagen inválida')
        .check(atMost(22, 'Imagen inválida'), z.regex(/^[\w-]{22}$/, 'Imagen inválida')),
    }),
    reply: z.string(),
    raw: true,
  },
} as const satisfies EndpointTable

/** Returns the address of the photo with this key; null without a key. */
export function professionalImageAddress(key: string | null | undefined): string | null {
  return key ? fullPath(professionalImageEndpoints.read).replace('{key}', key) : null
}
