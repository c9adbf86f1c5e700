/** The form with which the first super administrator is created. */

import { checkDocument } from '@mi-portal/contract/fields/document-schemas'
import { checkSurnames } from '@mi-portal/contract/registration'
import { setupEndpoints } from '@mi-portal/contract/setup'
import { superAdminFields } from '@mi-portal/contract/users'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
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

const setupForm = z
  .object({
    ...superAdminFields,
    password_confirmation: z.string().check(z.minLength(1, 'Confirma la contraseña')),
  })
  .check(
    checkDocument(),
    checkSurnames(),
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

/** The token of the address is added when the form is sent. */
export const setupRequest = { ...setupEndpoints.createSuperAdmin, body: setupForm }
