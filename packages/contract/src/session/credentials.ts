import * as z from 'zod/mini'
import { checkDocument, documentFields } from '../fields/document-schemas.ts'
import { solvedCheck } from '../robot-check.ts'
import { givenPassword } from '../values/password.ts'

export const credentials = z
  .object({
    ...documentFields,
    password: givenPassword(),
    /** Required when the caller's IP address was asked for a robot check of the form `sign-in` (429 with code 11). */
    altcha: solvedCheck(),
  })
  .check(checkDocument())
export type Credentials = z.output<typeof credentials>
