/** The form with which the first super administrator is created. */

import { checkDocument } from '@mi-portal/contract/document-schemas'
import { checkSurnames } from '@mi-portal/contract/registration'
import { superAdminFields } from '@mi-portal/contract/users'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { FieldErrors } from 'react-hook-form'
import * as z from 'zod/mini'

export interface SetupValues {
  document_type_id: DocumentTypeId
  document_number: string
  first_name: string
  last_name: string
  second_name: string
  email: string
  password: string
  password_confirmation: string
}

/** The fields in the order of the form. */
export const setupFieldNames = [
  'document_number',
  'first_name',
  'last_name',
  'second_name',
  'email',
  'password',
  'password_confirmation',
] as const

export const setupForm = z
  .object({
    ...superAdminFields,
    password_confirmation: z.string().check(z.minLength(1, 'Confirma la contraseña')),
  })
  .check(
    checkDocument<SetupValues>(),
    checkSurnames<SetupValues>(),
    z.refine(
      ({ password, password_confirmation }) =>
        password_confirmation === '' || password === password_confirmation,
      { message: 'Las contraseñas no coinciden', path: ['password_confirmation'], when: () => true },
    ),
  )

export const emptySetup: SetupValues = {
  document_type_id: 1,
  document_number: '',
  first_name: '',
  last_name: '',
  second_name: '',
  email: '',
  password: '',
  password_confirmation: '',
}

export function listSetupErrors(errors: FieldErrors<SetupValues>): { field: string; message: string }[] {
  return setupFieldNames.flatMap((field) => {
    const message = errors[field]?.message
    return message ? [{ field, message }] : []
  })
}
