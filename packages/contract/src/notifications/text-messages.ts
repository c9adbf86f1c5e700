/** Text messages: the mobile number that gets them, its confirmation with a code, and the reports of the message gateway. */
import * as z from 'zod/mini'
import type { EndpointTable } from '../endpoint.ts'
import { atMost } from '../text.ts'
import { typedCode } from '../values/codes/code-schema.ts'

/** The channels that need a confirmed mobile number. An installation offers both, one or none of them. */
export const textChannels = ['sms', 'whatsapp'] as const
export type TextChannel = (typeof textChannels)[number]

/** The mobile number that gets text messages: the phone of the person's profile, once its holder confirmed it with a code. */
export const textPhone = z.object({
  /** The phone of the profile, nine digits; null without one. */
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

/** The code that was sent to the mobile number. */
export const textPhoneCode = z.object({
  code: typedCode(/^\d{6}$/, sixDigits),
})

export const textPhoneEndpoints = {
  sendCode: {
    method: 'POST',
    path: '/text-phone/code',
    access: 'patient',
    stepUp: true,
    summary:
      'Sends a code to the mobile number of the caller’s profile, which confirms it for text messages; 429 above five a day',
    reply: z.object({
      /** The channel by which the code was sent. */
      channel: z.enum(textChannels),
      /** Minutes for which the code is valid. */
      minutes: z.int(),
    }),
  },
  confirm: {
    method: 'PUT',
    path: '/text-phone',
    access: 'patient',
    summary: 'Confirms the mobile number of the caller’s profile with the code that was sent to it',
    body: textPhoneCode,
    reply: z.object({}),
  },
  remove: {
    method: 'DELETE',
    path: '/text-phone',
    access: 'patient',
    summary: 'Ends the confirmation of the caller’s mobile number: it gets no more text messages',
    reply: z.object({}),
  },
} as const satisfies EndpointTable

/** What a message gateway reports about a message. */
export const textReport = z.object({
  /** The id of the message, as the portal sent it. */
  id: z.string('id').check(atMost(64, 'id')),
  /** `read` is reported by WhatsApp only. */
  state: z.enum(['delivered', 'read', 'failed'], 'state'),
})

export const textReportEndpoints = {
  receive: {
    method: 'POST',
    path: '/text-messages/reports',
    access: 'public',
    judgesItself: true,
    signedBody: true,
    summary:
      'Takes a delivery report of the message gateway; the signature of its exact bytes is checked, and each request is taken once',
    body: textReport,
    reply: z.object({}),
  },
} as const satisfies EndpointTable
