import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { typedCode } from '../values/codes/code-schema.ts'

export const landline =
  'Un teléfono de red fija no recibe mensajes. Cámbialo por un celular, que empieza con 9'

/** The channels that need a confirmed mobile number. An installation offers both, one or none of them. */
export const textChannels = ['sms', 'whatsapp'] as const
export type TextChannel = (typeof textChannels)[number]

/** The mobile number that gets text messages: the phone of the person's profile, once its holder confirmed it with a code. */
export const textPhone = z.object({
  number: z.nullable(z.string()),
  /**
   * - `landline`: the number cannot receive text messages.
   * - `unconfirmed`: a mobile number without confirmation; also after the number was changed.
   */
  state: z.enum(['absent', 'landline', 'unconfirmed', 'confirmed']),
  /** Whether a code was sent to the number and can still be typed. */
  waits_for_code: z.boolean(),
})
export type TextPhone = z.output<typeof textPhone>

const sixDigits = 'Digita el código de 6 dígitos'

export const textPhoneCode = z.object({
  code: typedCode(/^\d{6}$/, sixDigits),
})

export const textPhoneEndpoints = endpoints({ access: 'patient' })({
  sendCode: {
    route: 'POST /text-phone/code',
    stepUp: true,
    summary:
      'Sends a code to the mobile number of the caller’s profile, which confirms it for text messages; 429 above five a day',
    reply: z.object({
      channel: z.enum(textChannels),
      minutes: z.int(),
    }),
  },
  confirm: {
    route: 'PUT /text-phone',
    summary: 'Confirms the mobile number of the caller’s profile with the code that was sent to it',
    body: textPhoneCode,
  },
  remove: {
    route: 'DELETE /text-phone',
    summary: 'Ends the confirmation of the caller’s mobile number: it gets no more text messages',
  },
})

export const textReport = z.object({
  id: z.string('id').check(atMost(64, 'id')),
  /** `read` is reported by WhatsApp only. */
  state: z.enum(['delivered', 'read', 'failed'], 'state'),
})

export const textReportEndpoints = endpoints({ access: 'public', signedBody: true })({
  receive: {
    route: 'POST /text-messages/reports',
    judgesItself: true,
    summary:
      'Takes a delivery report of the message gateway; the signature of its exact bytes is checked, and each request is taken once',
    body: textReport,
  },
})
