import * as z from 'zod/mini'
import { requiredText } from '../fields/text.ts'

export const passkeyNameLength = 60

const noName = 'Digita un nombre'
export const passkeyName = z.object({
  name: requiredText(noName, passkeyNameLength),
})
