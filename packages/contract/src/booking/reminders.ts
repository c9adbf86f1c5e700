import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'

export const reminderEndpoints = endpoints({ access: 'public', root: true })({
  off: {
    route: 'POST /agenda/v1/reminders/off',
    summary: 'Stops the appointment reminders of the recipient of the e-mail with this token',
    body: z.object({ token: z.string('Enlace inválido').check(atMost(200, 'Enlace inválido')) }),
  },
})
