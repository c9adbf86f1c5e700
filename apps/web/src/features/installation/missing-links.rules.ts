/** Says where each thing that the installation lacks is fixed. */
import type { MissingItem } from '@mi-portal/contract/installation'
import { type LinkOptions, linkOptions } from '@tanstack/react-router'

type Target = { readonly label: string; readonly link: Pick<LinkOptions, 'to' | 'hash' | 'params'> }

const launch = '/admin/puesta-en-marcha' as const

const mail: Target = { label: 'Correo', link: linkOptions({ to: launch, hash: 'correo' }) }
const identity: Target = { label: 'Identidad', link: linkOptions({ to: launch, hash: 'identidad' }) }
const protection: Target = { label: 'Seguridad', link: linkOptions({ to: launch, hash: 'seguridad' }) }

export const missingTargets: Readonly<Record<MissingItem['code'], Target>> = {
  localAddress: protection,
  unencryptedRequest: protection,
  noSites: { label: 'Clínica', link: linkOptions({ to: launch, hash: 'clinica' }) },
  unapprovedContent: {
    label: 'Aprobaciones',
    link: linkOptions({ to: '/admin/clinica/$part', params: { part: 'approvals' } }),
  },
  overdueTexts: {
    label: 'Para qué sirve cada examen',
    link: linkOptions({ to: '/admin/clinica/$part', params: { part: 'testPurposes' } }),
  },
  noMailServer: mail,
  identityNotChosen: identity,
  identityIncomplete: identity,
  secondFactorOptional: protection,
  noScanner: protection,
  unencryptedDatabase: protection,
  oldBackup: { label: 'Copias de seguridad', link: linkOptions({ to: launch, hash: 'copias' }) },
  infectedFiles: { label: 'Registro', link: linkOptions({ to: '/admin/registro' }) },
  unscannedFiles: protection,
  textLimitDay: protection,
  textLimitMonth: protection,
}
