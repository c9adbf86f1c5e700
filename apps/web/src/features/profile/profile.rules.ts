/** The values of the profile's forms, and the order of their errors. */
import {
  type AccessRole,
  passwordChange,
  profileEndpoints,
  profileFormOfProven,
  profileForms,
} from '@mi-portal/contract/profile'
import * as z from 'zod/mini'

export const confirmEmail = 'Confirma tu correo para recibir avisos.'

export const changesSaved = '¡Los cambios fueron guardados con éxito!'

export const tabs = [
  { value: 'mis-datos', label: 'Mis datos' },
  { value: 'cambiar-datos', label: 'Cambiar datos' },
  { value: 'cambiar-contrasena', label: 'Cambiar contraseña' },
  { value: 'eliminar-perfil', label: 'Eliminar perfil' },
  { value: 'quien-vio-mis-datos', label: 'Quién vio mis datos' },
] as const
export type Tab = (typeof tabs)[number]['value']

/** The values of the fields, all as text. */
export type EditValues = z.input<(typeof profileForms)[1]>

const photo = { file: z.nullable(z.file()) }

/** The forms of the own data by type of document, with the photo. */
export const profileEdits = {
  1: { ...profileEndpoints.edit, form: z.safeExtend(profileForms[1], photo) },
  2: { ...profileEndpoints.edit, form: z.safeExtend(profileForms[2], photo) },
} as const

/** The form of a person whose name is proven and cannot be changed. */
export const profileEditOfProven = {
  ...profileEndpoints.edit,
  form: z.safeExtend(profileFormOfProven, photo),
}

/** Number of the error that asks for the passkey of the account before a new password is stored. */
export const passkeyProofNumber = 15

const passwordForm = z
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
export const passwordRequest = { ...profileEndpoints.changePassword, body: passwordForm }
export type PasswordValues = z.output<typeof passwordForm>

/** Names of the roles in which a user read or changed the data. */
export const roleLabels: Readonly<Record<AccessRole, string>> = {
  self: 'Tú',
  guardian: 'Tu representante',
  delegate: 'Persona a quien diste acceso',
  share: 'Enlace compartido',
  STANDART_ROLE: 'Integrante de tu grupo familiar',
  ADMIN_ROLE: 'Administración',
  SUPER_ADMIN_ROLE: 'Superadministración',
  system: 'Sistema',
  anonymous: 'Sin iniciar sesión',
}
