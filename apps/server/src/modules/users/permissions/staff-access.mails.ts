import { maskName } from '@mi-portal/contract/fields/full-name'
import { type PermissionSet, permissionSetNames } from '@mi-portal/contract/permissions/permissions'
import { type MailSample, type MailTemplate, mailSample } from '../../../platform/mail-layout.ts'

export const permissionsChanged: MailTemplate<{
  readonly first_name: string
  readonly permission_set: PermissionSet
  readonly sites: readonly string[] | null
}> = {
  name: 'users.permissionsChanged',
  clinical: false,
  subject: ({ product }) => `Tus permisos en ${product} cambiaron`,
  heading: 'Tus permisos cambiaron',
  blocks: ({ first_name, permission_set, sites }, { product }) => [
    `Hola, ${first_name}: una persona con superadministración cambió lo que puedes hacer en la administración de ${product}.`,
    [
      ['Permisos', permissionSetNames[permission_set]],
      ['Sedes', sites === null ? 'Todas' : sites.join(', ')],
    ],
    'El cambio ya rige. El menú lo muestra la próxima vez que inicies sesión.',
    { kind: 'button', label: 'Ir a la administración', path: '/admin' },
    'Si no esperabas este cambio, avisa a quien administra el portal en tu clínica.',
  ],
}

export const staffAccessGiven: MailTemplate<{
  readonly first_name: string
  readonly giver: string
  readonly member: string
  readonly access: string
  readonly waits: boolean
}> = {
  name: 'users.staffAccessGiven',
  clinical: false,
  subject: ({ product }) => `Acceso del equipo en ${product}`,
  heading: 'Acceso del equipo',
  blocks: ({ first_name, giver, member, access, waits }) => [
    waits
      ? `Hola, ${first_name}: ${maskName(giver)} pidió dar acceso a una persona del equipo. Rige cuando otra persona con superadministración lo confirme.`
      : `Hola, ${first_name}: ${maskName(giver)} dio acceso a una persona del equipo. Ya rige.`,
    [
      ['Persona', maskName(member)],
      ['Acceso', access],
    ],
    { kind: 'button', label: 'Ver «Por confirmar»', path: '/admin/por-confirmar' },
  ],
}

export const superAdminCreated: MailTemplate<{ readonly first_name: string; readonly member: string }> = {
  name: 'users.superAdminCreated',
  clinical: false,
  subject: ({ product }) => `Nueva superadministración en ${product}`,
  heading: 'Nueva superadministración',
  blocks: ({ first_name, member }) => [
    `Hola, ${first_name}: quien opera el servidor creó una cuenta con superadministración. Ya rige.`,
    [['Persona', maskName(member)]],
    'Si no la esperabas, deshabilita esa cuenta y avisa a quien opera el servidor.',
    { kind: 'button', label: 'Ver las cuentas del equipo', path: '/admin/usuarios' },
  ],
}

export const staffAccessSamples: readonly MailSample[] = [
  mailSample(
    permissionsChanged,
    'Permisos cambiados (administración)',
    'Al personal cuyos permisos o sedes cambian.',
    { first_name: 'Andrea Paz', permission_set: 'front-desk', sites: ['Sede Centro'] },
  ),
  mailSample(
    superAdminCreated,
    'Nueva superadministración',
    'A las demás personas con superadministración, cuando se crea una cuenta en el servidor.',
    { first_name: 'Andrea Paz', member: 'Rodrigo Sáez' },
  ),
  mailSample(staffAccessGiven, 'Acceso del equipo', 'A toda la superadministración.', {
    first_name: 'Andrea Paz',
    giver: 'Andrea Paz Morales Vidal',
    member: 'Luis Soto Vega',
    access: 'Administración, todas las sedes',
    waits: true,
  }),
]
