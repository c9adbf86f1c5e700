import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { MailTemplate } from '../../platform/mail-layout.ts'

type NewDevice = { readonly first_name: string; readonly at: Date }

export const newDevice: MailTemplate<NewDevice> = {
  name: 'session.newDevice',
  subject: ({ product }) => `Nuevo inicio de sesión en ${product}`,
  body: ({ first_name, at }, { product, supportEmail, supportPhone }) => {
    const { day, time } = santiago(at)
    return {
      heading: 'Nuevo inicio de sesión',
      blocks: [
        {
          kind: 'paragraph',
          text: `Hola, ${first_name}: tu cuenta se usó en otro dispositivo. Por seguridad cerramos la sesión que estaba abierta.`,
        },
        {
          kind: 'facts',
          rows: [
            ['Fecha', showDay(day)],
            ['Hora', `${time} (Chile continental)`],
          ],
        },
        { kind: 'paragraph', text: 'Si fuiste tú, no tienes que hacer nada.' },
        {
          kind: 'paragraph',
          text: `Si no fuiste tú, cambia tu contraseña y avísanos al ${supportPhone} o a ${supportEmail}.`,
        },
        { kind: 'button', label: `Ir a ${product}`, path: '/' },
      ],
    }
  },
}
