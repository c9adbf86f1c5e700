import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { atMost } from './fields/text.ts'
import { emailMax, isEmail } from './values/email.ts'
import { id, idParam } from './values/ids.ts'

const mostAddresses = 10
const none = 'Por favor, ingrese al menos un email'

const addresses = z
  .array(z.string(none).check(z.trim(), atMost(emailMax, 'Digita E-mail válido')), none)
  .check(
    z.minLength(1, none),
    atMost(mostAddresses, `Ingresa máximo ${mostAddresses} emails`),
    z.refine((emails) => emails.every(isEmail), 'Digita E-mail válido'),
  )

export function readAddresses(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

export const mailTest = z.object({ emails: addresses, emailId: id('Selecciona una plantilla') })

const template = z.object({ id: id(), title: z.string(), description: z.string() })
export type MailTemplateEntry = z.output<typeof template>

export const mailingEndpoints = endpoints({ access: 'staff', permission: 'clinic.edit' })({
  templates: {
    route: 'GET /email',
    summary: 'Lists the e-mails that the portal sends',
    reply: z.object({ templates: z.array(template) }),
  },
  preview: {
    route: 'GET /email/{id}',
    summary: 'Returns a preview of an e-mail with synthetic data',
    params: z.object({ id: idParam() }),
    reply: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  },
  send: {
    route: 'POST /email',
    summary: 'Sends an e-mail with synthetic data to at most ten addresses; at most fifty a day',
    body: mailTest,
    reply: z.object({ sent: z.int() }),
  },
})
