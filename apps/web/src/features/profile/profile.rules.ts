/** The values of the profile's forms, and the order of their errors. */
import type { Patient } from '@mi-portal/contract/people'
import { type AccessRole, passwordChange, profileForm } from '@mi-portal/contract/profile'
import type { FieldErrors } from 'react-hook-form'
import * as z from 'zod/mini'
import type { PersonValues } from '../people/person-fields.tsx'

export const tabs = [
  { value: 'mis-datos', label: 'Mis datos' },
  { value: 'cambiar-datos', label: 'Cambiar datos' },
  { value: 'cambiar-contrasena', label: 'Cambiar contraseña' },
  { value: 'eliminar-perfil', label: 'Eliminar perfil' },
  { value: 'quien-vio-mis-datos', label: 'Quién vio mis datos' },
] as const
export type Tab = (typeof tabs)[number]['value']

export const editForm = profileForm
/** The values of the fields, all as text. */
export type EditValues = z.input<typeof editForm>

/** The fields of the form in their order. */
export const editFields = [
  'first_name',
  'last_name',
  'second_name',
  'date_birth',
  'nationality_id',
  'forecast_id',
  'gender_id',
  'email',
  'phone',
  'address',
  'region_id',
  'city_id',
  'commune_id',
] as const

/** Converts a patient's data to the values of the form, all as text. */
export function valuesOf(patient: Patient): PersonValues {
  const text = (value: string | number | null) => (value === null ? '' : String(value))
  return {
    first_name: patient.first_name,
    last_name: patient.last_name,
    second_name: patient.second_name,
    date_birth: text(patient.date_birth),
    nationality_id: text(patient.nationality_id),
    forecast_id: text(patient.forecast_id),
    gender_id: text(patient.gender_id),
    email: text(patient.email),
    address: text(patient.address),
    phone: text(patient.phone),
    region_id: text(patient.region_id),
    city_id: text(patient.city_id),
    commune_id: text(patient.commune_id),
  }
}

export function faultsInOrder(errors: FieldErrors<EditValues>): { field: string; message: string }[] {
  return editFields.flatMap((field) => {
    const message = errors[field]?.message
    return message ? [{ field, message }] : []
  })
}

export const passwordForm = z
  .object({
    oldPassword: passwordChange.shape.oldPassword,
    password: passwordChange.shape.password,
    password_confirmation: z.string().check(z.minLength(1, 'Confirmar nueva contraseña')),
  })
  .check(
    z.refine(
      ({ password, password_confirmation }) =>
        password_confirmation === '' || password === password_confirmation,
      { message: 'Las contraseñas no coinciden', path: ['password_confirmation'], when: () => true },
    ),
  )
export type PasswordValues = z.output<typeof passwordForm>

/** Names of the roles in which someone read or changed the data. */
export const roleWords: Readonly<Record<AccessRole, string>> = {
  self: 'Tú',
  guardian: 'Tu representante',
  share: 'Enlace compartido',
  STANDART_ROLE: 'Integrante de tu grupo familiar',
  ADMIN_ROLE: 'Administración',
  SUPER_ADMIN_ROLE: 'Superadministración',
  system: 'Sistema',
  anonymous: 'Sin iniciar sesión',
}
