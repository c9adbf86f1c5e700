/** Appointment reminders by e-mail. */
import * as z from 'zod/mini'
import type { EndpointTable } from '../endpoint.ts'
import { atMost } from '../text.ts'

export const reminderEndpoints = {
  off: {
    method: 'POST',
    path: '/agenda/v1/reminders/off',
    root: true,
    access: 'public',
    summary: 'Stops the appointment reminders of the recipient of the e-mail with this token',
    body: z.object({ token: z.string('Enlace inválido').check(atMost(200, 'Enlace inválido')) }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable
