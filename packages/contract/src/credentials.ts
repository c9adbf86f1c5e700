import * as z from 'zod/mini'
import { checkDocument, documentFields } from './document-schemas.ts'
import { solvedCheck } from './solved-check.ts'
import { givenPassword } from './values/password.ts'

export const credentials = z
  .object({
    ...documentFields,
    password: givenPassword(),
    /**
     * The solved robot check of the form `sign-in`; required when the caller's IP address was asked for one (429
     * with code 11).
     */
    altcha: solvedCheck(),
  })
  .check(
    checkDocument<{
      document_type_id: 1 | 2
      document_number: string
      password: string
      altcha?: string | undefined
    }>(),
  )
export type Credentials = z.output<typeof credentials>
