import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost, requiredText } from '../fields/text.ts'
import { emailMax, isEmail } from '../values/email.ts'
import { id, idParam } from '../values/ids.ts'
import { phonePattern } from '../values/phone.ts'
import { cleanRun, isRun, longestSpelling } from '../values/run.ts'

const required = 'Este campo es requerido'
const filled = (max: number) => requiredText(required, max, 'Texto demasiado largo')

export const contactRequestForm = z.object({
  name: filled(80),
  lastName: filled(120),
  rut: z.pipe(
    filled(longestSpelling),
    z.pipe(
      z.transform(cleanRun),
      z
        .string()
        .check(atMost(longestSpelling, 'Registre un RUT válido'), z.refine(isRun, 'Registre un RUT válido')),
    ),
  ),
  email: requiredText(
    required,
    emailMax,
    'Registre un correo electrónico válido',
    z.refine(isEmail, 'Registre un correo electrónico válido'),
  ),
  phone: requiredText(required, 9, 'Digita Teléfono válido', z.regex(phonePattern, 'Digita Teléfono válido')),
})

const contactRequest = z.extend(contactRequestForm, {
  patient_id: z.optional(idParam('Paciente inválido')),
  action: z.literal('contact_request', 'Formulario inválido'),
  typeExamen: filled(200),
  altcha: z._default(z.string().check(atMost(8_000)), ''),
})

/**
 * An answer that the request repeats. Up to `mostQuestions` answers are sent as `questions[0][question]`, `questions[0][yes]` and
 * `questions[0][no]`, the last two being `1` or `0`, and are read in addition to the fields above.
 */
export type ContactAnswer = { readonly question: string; readonly yes: boolean; readonly no: boolean }

export const callRequestEndpoints = endpoints({ access: 'bearer', root: true })({
  contact: {
    route: 'POST /agenda/wp-json/agenda/v1/contact',
    summary: 'Requests a call about an imaging exam; needs the robot check of the form `contact`',
    form: z.catchall(contactRequest, z.string()),
    reply: z.object({ data: z.object({ id: id() }) }),
  },
})
