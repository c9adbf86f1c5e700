import type { Branding, MailTemplate } from './mail-layout.ts'

export const unnamedPerson = 'Una persona que usa el portal'
export const ignoreIfNotRequested = 'Si no lo pediste, ignora este mensaje: nada cambiará.'

type Contact = Pick<Branding, 'supportEmail' | 'supportPhone'>

export const changePasswordIfNotYou = ({ supportEmail, supportPhone }: Contact): string =>
  `Si no fuiste tú, cambia tu contraseña y avísanos al ${supportPhone} o a ${supportEmail}.`

export const callIfUnexpected = ({ supportPhone }: Contact): string =>
  `Si no lo esperabas, llámanos al ${supportPhone}.`

/** Returns the same mail for staff, who sign in on another page than patients. */
export const toStaffMail = <Data>(template: MailTemplate<Data>, name: string): MailTemplate<Data> => ({
  ...template,
  name,
  blocks: (data, branding) =>
    template
      .blocks(data, branding)
      .map((block) =>
        typeof block === 'object' && 'path' in block && block.path === '/'
          ? { ...block, path: '/admin' }
          : block,
      ),
})

export const sampled = {
  first_name: 'Camila Andrea',
  owner: 'Camila Andrea Fuentes',
  member: 'Jorge Luis Rojas',
  key: 'Prueba-2026-abcd',
  token: 'enlace-de-prueba',
  reportPath: '/proteger/no-fui-yo/enlace-de-prueba',
} as const
