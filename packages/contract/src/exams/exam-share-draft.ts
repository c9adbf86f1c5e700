import * as z from 'zod/mini'
import { atMost, requiredText } from '../fields/text.ts'
import { typedCode } from '../values/codes/code-schema.ts'
import { emailMax, isEmail } from '../values/email.ts'
import { id } from '../values/ids.ts'
import { shareLimits } from './exam-share-limits.ts'

const noRelation = 'Selecciona el Tipo de relación'
const wrongExams = 'Elige exámenes de esta atención'
const longComment = `Escribe un comentario de hasta ${shareLimits.comment} caracteres`

export const shareDraft = z.object({
  recipient_email: requiredText(
    'Digita E-mail del destinatario',
    emailMax,
    'Digita E-mail válido',
    z.refine(isEmail, 'Digita E-mail válido'),
  ),
  type_relationship: id(noRelation),
  /** The version of the consent that was ticked. Without it, sharing counts as consent to the version in force. */
  consent_version: z.optional(z.string().check(atMost(40))),
  /** Further exams of the same visit that the link shows, by their `attention_id`. */
  other_exams: z._default(
    z.array(id(wrongExams), wrongExams).check(atMost(shareLimits.otherExams, wrongExams)),
    [],
  ),
  comment: z._default(z.string(longComment).check(z.trim(), atMost(shareLimits.comment, longComment)), ''),
})

const noCode = 'Digita el código de 6 dígitos'
export const shareCode = typedCode(/^\d{6}$/, noCode)
