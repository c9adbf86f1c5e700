import type { MailTemplate } from '../../platform/mail-layout.ts'

type Decided = { readonly first_name: string; readonly passport: boolean }

export const validationApproved: MailTemplate<Decided> = {
  name: 'users.approved',
  subject: ({ product }) => `Tu cuenta en ${product} fue validada`,
  body: ({ first_name, passport }, { product }) => ({
    heading: 'Validamos tu identidad',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: tu identidad fue validada y tu cuenta está habilitada.`,
      },
      {
        kind: 'paragraph',
        text: `Ya puedes iniciar sesión con tu ${passport ? 'pasaporte' : 'RUT'} y la contraseña que elegiste.`,
      },
      { kind: 'button', label: `Ir a ${product}`, path: '/' },
    ],
  }),
}

export const validationDenied: MailTemplate<Decided & { readonly reason: string }> = {
  name: 'users.denied',
  subject: ({ product }) => `No pudimos validar tu registro en ${product}`,
  body: ({ first_name, reason }, { supportEmail, supportPhone }) => ({
    heading: 'No pudimos validar tu identidad',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: revisamos los antecedentes de tu registro y no pudimos validar tu identidad.`,
      },
      ...(reason === '' ? [] : [{ kind: 'facts' as const, rows: [['Motivo', reason] as const] }]),
      { kind: 'paragraph', text: 'Puedes corregir tus datos y registrarte nuevamente.' },
      { kind: 'button', label: 'Registrarme nuevamente', path: '/registrar' },
      {
        kind: 'paragraph',
        text: `Si necesitas ayuda, llama al ${supportPhone} o escribe a ${supportEmail}.`,
      },
    ],
  }),
}
