import { Failure } from '@mi-portal/contract/failure'
import type { PictureFaults, UserForm } from './user-form.tsx'
import { userFields } from './users.rules.ts'

/** Puts what the server found wrong at the fields; gives back what is wrong with the pictures. */
export function faultsToFields(refusal: Error, form: UserForm): PictureFaults {
  if (!(refusal instanceof Failure)) return {}
  for (const { param, msg } of refusal.faults) {
    const field = userFields.find((name) => name === param)
    if (field) form.setError(field, { message: msg })
  }
  const names = ['file', 'file_passport', 'file_passport_patient'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const msg = refusal.faultOf(name)
      return msg ? [[name, msg]] : []
    }),
  )
}
